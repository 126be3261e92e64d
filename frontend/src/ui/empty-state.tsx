import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

type EmptyStateProps = {
  icon?: LucideIcon
  /** The sentence of the specification. */
  title: string
  children?: ReactNode
  /** A button or a link. */
  action?: ReactNode
  className?: string
}

/** Shown instead of an empty list. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-12 text-center', className)}>
      {Icon !== undefined && (
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-shell text-lotus">
          <Icon aria-hidden size={28} strokeWidth={1.5} />
        </span>
      )}
      <p className="font-display text-xl">{title}</p>
      {children !== undefined && <div className="max-w-prose text-cocoa">{children}</div>}
      {action}
    </div>
  )
}
