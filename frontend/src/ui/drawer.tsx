import { Drawer as Base } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { iconButtonClass } from './icon-button'
import { BACKDROP } from './overlay-class'

const SIDES = {
  left: {
    viewport: 'justify-start',
    popup:
      'data-starting-style:[transform:translateX(-100%)] data-ending-style:[transform:translateX(-100%)]',
  },
  right: {
    viewport: 'justify-end',
    popup: 'data-starting-style:[transform:translateX(100%)] data-ending-style:[transform:translateX(100%)]',
  },
} as const

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: keyof typeof SIDES
  children: ReactNode
  footer?: ReactNode
  /** Width from 640 px. */
  wide?: boolean
}

/** A panel from the side. Escape, the backdrop, the cross and a swipe close it; the focus returns to the former element. */
export function Drawer({
  open,
  onOpenChange,
  title,
  side = 'right',
  children,
  footer,
  wide = false,
}: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={cx('fixed inset-0 z-50 flex items-stretch', SIDES[side].viewport)}>
          <Base.Popup
            className={cx(
              'flex h-full w-[min(22rem,calc(100vw-3rem))] flex-col bg-paper shadow-overlay outline-none',
              '[transform:translateX(var(--drawer-swipe-movement-x))] transition-transform duration-250 data-swiping:duration-0',
              wide && 'sm:w-[min(36rem,calc(100vw-3rem))]',
              SIDES[side].popup,
            )}
          >
            <header className="flex min-h-header flex-none items-center justify-between border-b border-line ps-5 pe-2.5">
              <Base.Title className="font-display text-xl">{title}</Base.Title>
              <Base.Close aria-label="Close" className={iconButtonClass()}>
                <X aria-hidden size={22} strokeWidth={1.75} />
              </Base.Close>
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">
              {children}
            </Base.Content>
            {footer !== undefined && <footer className="flex-none border-t border-line p-5">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
