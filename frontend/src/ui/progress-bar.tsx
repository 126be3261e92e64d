import { cx } from './cx'

/** A progress bar: a share from 0 to 1, or indeterminate without one. */
export function ProgressBar({
  label,
  share,
  className,
}: {
  label: string
  share: number | undefined
  className?: string
}) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(share !== undefined && { value: share })}
      className={cx(
        'block w-full appearance-none overflow-hidden rounded-full bg-sand [&::-webkit-progress-bar]:bg-sand',
        '[&::-moz-progress-bar]:bg-lotus [&::-webkit-progress-value]:bg-lotus',
        share === undefined && 'motion-safe:animate-pulse',
        className,
      )}
    />
  )
}
