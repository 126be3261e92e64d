import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { isPlainClick } from './plain-click'
import { connectToasts, type ToastKind, type ToastLink, type ToastNotice } from './toast'
import { currentObstacles, currentRange, leastCoveringTop } from './toast-placement'

const KINDS: Record<ToastKind, { icon: typeof Info; tone: string; timeout: number }> = {
  success: { icon: CircleCheck, tone: 'text-success', timeout: 5000 },
  error: { icon: CircleAlert, tone: 'text-error', timeout: 8000 },
  info: { icon: Info, tone: 'text-lagoon', timeout: 5000 },
}

/** Timeout of a notice with a link, in ms. */
const LINK_TIMEOUT_MS = 8000
/** Milliseconds after the last scroll event until the notices are placed again. */
const REST_MS = 120

/** Connects `toast` with the viewport. */
function useNotices() {
  const { toasts, add, close } = Toast.useToastManager<{ link?: ToastLink | undefined }>()
  const shownErrors = useRef(new Map<string, number>())
  useEffect(() => {
    const errors = shownErrors.current
    const clearErrors = (beforeMs: number) => {
      for (const [id, atMs] of errors) {
        if (atMs > beforeMs) continue
        errors.delete(id)
        close(id)
      }
    }
    const show = ({ kind, text, link, atMs }: ToastNotice) => {
      // One notice per text: a repetition restarts its timeout.
      const id = `${kind}:${text}`
      if (kind === 'success') clearErrors(atMs)
      if (kind === 'error') errors.set(id, atMs)
      const timeout = link === undefined ? KINDS[kind].timeout : LINK_TIMEOUT_MS
      add({ id, type: kind, title: text, timeout, data: { link } })
    }
    return connectToasts({ show, clearErrors })
  }, [add, close])
  return { toasts, close }
}

function NoticeLink({ link: { label, to, go }, onGone }: { link: ToastLink; onGone: () => void }) {
  return (
    <a
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go()
        onGone()
      }}
      className="pointer-events-auto inline-flex min-h-11 -mx-2 flex-none items-center rounded-tag px-2 font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
    >
      {label}
    </a>
  )
}

/** Taps pass through a notice, except on its controls. */
function Notices() {
  const { toasts, close } = useNotices()
  return toasts.map((item) => {
    const { icon: Icon, tone } = KINDS[(item.type ?? 'info') as ToastKind]
    const link = item.data?.link
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        swipeDirection={[]}
        className={cx(
          'w-full rounded-input border border-line bg-white shadow-lift',
          'transition-[opacity,transform] duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0',
          'data-starting-style:[transform:translateY(-0.75rem)]',
        )}
      >
        <Toast.Content className="flex items-start gap-3 py-1.5 ps-4 pe-1.5">
          <Icon aria-hidden size={20} className={cx('mt-3 flex-none', tone)} />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <Toast.Title className="min-w-0 py-2.5 font-medium wrap-anywhere" render={<p />} />
            {link !== undefined && <NoticeLink link={link} onGone={() => close(item.id)} />}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            aria-hidden={false} // hidden by default until hovered, yet in the tab order: one or the other
            className="tap pointer-events-auto inline-flex flex-none items-center justify-center rounded-full text-cocoa hover:bg-shell"
          >
            <X aria-hidden size={18} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

/** The top of the notices, recomputed when an obstacle moves. */
function useFreeTop(notices: RefObject<HTMLElement | null>, header: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = notices.current
    if (element === null) return
    const find = () => {
      const below = header.current?.offsetHeight ?? 0
      const { left, right, height } = element.getBoundingClientRect()
      if (height === 0) return
      setTop((stay) =>
        Math.round(
          leastCoveringTop(
            { left, right, height },
            { ...currentRange(element, below), stay },
            currentObstacles(element),
          ),
        ),
      )
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(find, REST_MS)
    }
    const grown = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(find)
    grown?.observe(element)
    // Dialogs are added and removed at the end of the body.
    const windows = new MutationObserver(later)
    windows.observe(document.body, { childList: true })
    const moves = ['focusin', 'scroll'] as const
    for (const move of moves) document.addEventListener(move, later, { capture: true, passive: true })
    window.visualViewport?.addEventListener('resize', later)
    return () => {
      clearTimeout(timer)
      grown?.disconnect()
      windows.disconnect()
      for (const move of moves) document.removeEventListener(move, later, { capture: true })
      window.visualViewport?.removeEventListener('resize', later)
    }
  }, [notices, header])
  return top
}

/** The notices, at the right below the header, or where they cover the least. */
function PlacedNotices() {
  const notices = useRef<HTMLDivElement>(null)
  const header = useRef<HTMLDivElement>(null)
  const top = useFreeTop(notices, header)
  return (
    <>
      <div
        ref={header}
        aria-hidden
        className="pointer-events-none invisible fixed top-0 h-[calc(var(--spacing-header)+0.75rem)]"
      />
      <Toast.Viewport
        ref={notices}
        aria-label="Notices"
        style={{ top }}
        className="pointer-events-none fixed inset-x-4 z-60 ms-auto flex max-w-sm flex-col gap-2"
      >
        <Notices />
      </Toast.Viewport>
    </>
  )
}

/** The live region of the notices. */
export function ToastViewport() {
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <PlacedNotices />
      </Toast.Portal>
    </Toast.Provider>
  )
}
