import { cx } from './cx'

/** A spinner. Announced with a label; decorative without one. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      className="inline-flex items-center justify-center"
    >
      <span
        aria-hidden
        className={cx(
          'inline-block animate-spin rounded-full border-2 border-current border-r-transparent',
          className ?? 'size-5',
        )}
      />
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}
