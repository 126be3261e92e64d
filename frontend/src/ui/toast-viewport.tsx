import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from './cx'
import { connectToasts, type ToastKind } from './toast'

const KINDS: Record<ToastKind, { icon: typeof Info; tone: string; timeout: number }> = {
  success: { icon: CircleCheck, tone: 'text-success', timeout: 5000 },
  error: { icon: CircleAlert, tone: 'text-error', timeout: 8000 },
  info: { icon: Info, tone: 'text-lagoon', timeout: 5000 },
}

function Notices() {
  const { toasts, add } = Toast.useToastManager()
  useEffect(
    () =>
      connectToasts(({ kind, text }) => {
        // One notice per text: saying the same twice only starts its time anew.
        add({ id: `${kind}:${text}`, type: kind, title: text, timeout: KINDS[kind].timeout })
      }),
    [add],
  )
  return toasts.map((item) => {
    const { icon: Icon, tone } = KINDS[(item.type ?? 'info') as ToastKind]
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'up']}
        className={cx(
          'pointer-events-auto w-full rounded-input border border-line bg-white shadow-lift',
          '[transform:translateX(var(--toast-swipe-movement-x))_translateY(var(--toast-swipe-movement-y))]',
          'transition-[opacity,transform] duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0',
          'data-starting-style:[transform:translateY(-0.75rem)]',
        )}
      >
        <Toast.Content className="flex items-start gap-3 py-1.5 ps-4 pe-1.5">
          <Icon aria-hidden size={20} className={cx('mt-3 flex-none', tone)} />
          <Toast.Title className="min-w-0 flex-1 py-2.5 font-medium" render={<p />} />
          <Toast.Close
            aria-label="Dismiss"
            aria-hidden={false} // hidden by default until hovered, yet in the tab order: one or the other
            className="tap inline-flex flex-none items-center justify-center rounded-full text-cocoa hover:bg-shell"
          >
            <X aria-hidden size={18} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

/** Under the header, at the right; announced politely. */
export function ToastViewport() {
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Notices"
          className="pointer-events-none fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] z-60 ms-auto flex max-w-sm flex-col gap-2"
        >
          <Notices />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
