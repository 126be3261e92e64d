import { type ReactNode, useId } from 'react'
import { cx } from './cx'

/** A white card under its own heading. */
export function Panel({
  title,
  level: Heading = 'h2',
  headingId,
  headingClass = 'text-xl',
  intro,
  action,
  className,
  children,
}: {
  title: ReactNode
  level?: 'h2' | 'h3'
  /** Lets the heading receive the focus. */
  headingId?: string
  headingClass?: string
  intro?: ReactNode
  /** Beside the heading. */
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const ownId = useId()
  const id = headingId ?? ownId
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-card border border-line bg-white p-5 sm:p-6', className)}
    >
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className={cx('min-w-0', intro !== undefined && 'flex-1 basis-60')}>
          <Heading
            id={id}
            className={`font-display ${headingClass}`}
            {...(headingId !== undefined && { tabIndex: -1 })}
          >
            {title}
          </Heading>
          {intro !== undefined && <p className="mt-1 max-w-prose text-cocoa">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
