import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cx } from './cx'
import { iconButtonClass } from './icon-button'
import { BACKDROP } from './overlay-class'

const WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const

/** Bottom sheet on phones, centred card from 640 px. */
export const POPUP = cx(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-card bg-paper shadow-overlay outline-none',
  'sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[88dvh] sm:-translate-y-1/2 sm:rounded-card',
  'transition-[translate,opacity] duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0',
  'data-ending-style:pointer-events-none',
  'data-starting-style:translate-y-8 data-ending-style:translate-y-8',
  'sm:data-starting-style:-translate-y-[calc(50%-1rem)] sm:data-ending-style:-translate-y-[calc(50%-1rem)]',
)

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons in a sticky bar. */
  footer?: ReactNode
  size?: keyof typeof WIDTHS
  /** Receives the focus on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Receives the focus on closing; true or absent: the element that had it before. */
  finalFocus?: () => HTMLElement | true
}

/** A modal dialog. Escape, the backdrop and the cross close it; the focus returns to the former element. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={cx(POPUP, WIDTHS[size])}
          {...(initialFocus && { initialFocus })}
          finalFocus={finalFocus}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3 sm:px-7 sm:pt-6">
            <div className="min-w-0">
              <Base.Title className="font-display text-subheading sm:text-2xl">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-cocoa">{description}</Base.Description>
              )}
            </div>
            <Base.Close aria-label="Close" className={cx(iconButtonClass(), '-me-2 -mt-1.5 flex-none')}>
              <X aria-hidden size={22} strokeWidth={1.75} />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-6 sm:px-7">
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-7">
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
