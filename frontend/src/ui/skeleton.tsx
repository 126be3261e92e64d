import { cx } from './cx'

/** A grey stand-in of the coming content's size (give it one by class). Put one `Loading` text beside a group of them. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block max-w-full animate-shimmer rounded-tag bg-sand/70', className)} />
  )
}

/** Says to screen readers that something is on its way, around skeletons. */
export function LoadingRegion({
  label = 'Loading...',
  children,
}: {
  label?: string
  children: React.ReactNode
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
