import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { isPlainClick } from './plain-click'
import { connectToasts, type ToastKind, type ToastLink, type ToastNotice } from './toast'

const KINDS: Record<ToastKind, { icon: typeof Info; tone: string; timeout: number }> = {
  success: { icon: CircleCheck, tone: 'text-success', timeout: 5000 },
  error: { icon: CircleAlert, tone: 'text-error', timeout: 8000 },
  info: { icon: Info, tone: 'text-lagoon', timeout: 5000 },
}

/** Timeout of a notice with a link, in ms. */
const LINK_TIMEOUT_MS = 8000
/** Milliseconds after the focus has moved until the window has scrolled to it. */
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
          'w-full rounded-input border lg:ms-auto lg:w-fit border-line bg-white shadow-lift',
          'transition-[opacity,transform] duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0',
          'data-starting-style:[transform:translateY(-0.75rem)]',
        )}
      >
        <Toast.Content className="flex items-start gap-3 py-0.5 ps-4 pe-0.5">
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

/** From this width notices are below the header, else above the bars at the bottom. */
const WIDE = '(min-width: 64rem)'
/** Pixels between a notice and the header, the bars or the focused element, whose ring is outside of it. */
const GAP = 12
/** The height of the bars at the bottom of narrow windows, in pixels. */
const BAR = 64

/** The height of what has buttons at the bottom: the bar of the page, or the footer of the dialog in front. */
function barHeight(): number {
  const footers = document.querySelectorAll('[role=dialog] footer')
  return Math.max(BAR, footers[footers.length - 1]?.clientHeight ?? 0)
}

/** A focused element above this share of the window's height is a scroll container or the page. */
const PART_OF_WINDOW = 0.4

/** The top of the notices: at their place, or at the other edge of the window where they would hide the focused element (WCAG 2.4.11). */
function topOf(notices: Element, isWide: boolean): number {
  const { left, height } = notices.getBoundingClientRect()
  const header = document.querySelector('#root header')?.getBoundingClientRect()
  const view = window.visualViewport
  const below = Math.max(0, header?.bottom ?? 0) + GAP
  const above = Math.max(
    GAP,
    (view?.offsetTop ?? 0) + (view?.height ?? innerHeight) - barHeight() - GAP - height,
  )
  const [place, other] = isWide ? [below, above] : [above, below]
  const focused = notices.contains(document.activeElement) ? null : document.activeElement
  const box = focused?.getBoundingClientRect()
  const isHidden =
    box !== undefined &&
    box.height < innerHeight * PART_OF_WINDOW &&
    box.right > left &&
    box.top < place + height + GAP &&
    box.bottom > place - GAP
  return Math.round(isHidden ? other : place)
}

/** The top of the notices, found again when they change, the focus moves or a keyboard opens on the screen. */
function useTop(notices: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = notices.current
    if (element === null) return
    const wide = typeof matchMedia === 'undefined' ? null : matchMedia(WIDE)
    const put = () => element.clientHeight > 0 && setTop(topOf(element, wide?.matches ?? true))
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(put, REST_MS)
    }
    const grown = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(put)
    grown?.observe(element)
    document.addEventListener('focusin', later)
    window.visualViewport?.addEventListener('resize', put)
    return () => {
      clearTimeout(timer)
      grown?.disconnect()
      document.removeEventListener('focusin', later)
      window.visualViewport?.removeEventListener('resize', put)
    }
  }, [notices])
  return top
}

/** The notices at their place. */
function PlacedNotices() {
  const notices = useRef<HTMLDivElement>(null)
  const top = useTop(notices)
  return (
    <Toast.Viewport
      ref={notices}
      aria-label="Notices"
      style={{ top }}
      className="pointer-events-none fixed inset-x-4 z-60 mx-auto flex max-w-sm flex-col gap-2 lg:me-0 lg:max-w-xl"
    >
      <Notices />
    </Toast.Viewport>
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
