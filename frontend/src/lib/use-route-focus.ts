import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Navigation state of a link to a variant of the same page: the link keeps the focus. */
export const KEEP_FOCUS = { keepFocus: true } as const

const keepsFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepFocus' in state && state.keepFocus === true

/** Focuses the page's heading, also when it renders later; stops when the user moves the focus. */
function followHeading(main: HTMLElement) {
  const focus = () => {
    const target = main.querySelector('h1') ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  focus()
  const observer = new MutationObserver(() => {
    // The focus is on the page or its main part: the heading is not there, and the user has not moved the focus.
    if (document.activeElement?.contains(main)) focus()
  })
  observer.observe(main, { childList: true, subtree: true })
  // A closing dialog leaves the focus on the page for a moment; the heading must not take it then.
  const moved = ({ target }: FocusEvent) => {
    if (target !== main && target !== main.querySelector('h1')) stop()
  }
  document.addEventListener('focusin', moved)
  const stop = () => {
    observer.disconnect()
    document.removeEventListener('focusin', moved)
  }
  return stop
}

/** Focuses the heading after navigation, so that a screen reader begins there. Not on the first view. */
export function useRouteFocus(): void {
  const { pathname, state } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.querySelector('main')
    if (keepsFocus(state) || main === null) return
    return followHeading(main)
  }, [pathname, state])
}
