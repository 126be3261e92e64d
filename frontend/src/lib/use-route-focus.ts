import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** State of a link that leads to another form of the same thing: the focus stays on it. */
export const KEEP_FOCUS = { keepFocus: true } as const

const keepsFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepFocus' in state && state.keepFocus === true

/** Focuses the page's heading, also one that comes with its data; ends for good when somebody moves the focus themself. */
function followHeading(main: HTMLElement) {
  const focus = () => {
    const target = main.querySelector('h1') ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  focus()
  const observer = new MutationObserver(() => {
    // On the page or its main part: the heading went away or was not there yet, and nobody has moved the focus.
    if (document.activeElement?.contains(main)) focus()
  })
  observer.observe(main, { childList: true, subtree: true })
  // A dialog that closes later leaves the focus on the page for a moment: by then it is not the heading's any more.
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

/** After a change of page the focus goes to its heading, so that a screen reader begins there. Not on the first view. */
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
