import { cx } from './cx'

/** A grey placeholder; set its size by class. Put a group of them into a `LoadingRegion`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block max-w-full animate-shimmer rounded-tag bg-sand/70', className)} />
  )
}

/** Announces loading to screen readers, around skeletons. */
export function LoadingRegion({
  label = 'Loading...',
  children,
}: {
  label?: string | undefined
  children: React.ReactNode
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
