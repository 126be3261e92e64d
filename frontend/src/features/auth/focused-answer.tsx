import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '@/ui/cx'

/** What a press of a button that has disappeared came to; it receives the focus. */
export function FocusedAnswer({
  icon: Icon,
  className,
  children,
}: {
  icon: LucideIcon
  className?: string
  children: ReactNode
}) {
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => answer.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={answer}
      tabIndex={-1}
      role="status"
      className={cx('flex gap-3 rounded-input bg-mist p-4 text-lagoon', className)}
    >
      <Icon aria-hidden size={22} className="mt-0.5 flex-none" />
      {children}
    </div>
  )
}
