import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** State of a link that leads to another form of the same thing: the focus stays on it. */
export const KEEP_FOCUS = { keepFocus: true } as const

const keepsFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepFocus' in state && state.keepFocus === true

/** After a change of page the focus goes to its heading, so that a screen reader begins there. Not on the first view. */
export function useRouteFocus(): void {
  const { pathname, state } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (keepsFocus(state)) return
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (target === null) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, state])
}
