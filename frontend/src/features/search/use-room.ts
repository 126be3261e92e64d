import { type RefObject, useEffect } from 'react'

/** Pixels between the list and the end of the window. */
const MARGIN = 12
/** The list is never lower than this, in pixels: four options. */
const LOWEST = 200

/** Limits the list's height to the part of the window below the search box that a keyboard on the screen leaves free. */
export function useRoom(popup: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const view = window.visualViewport
    const list = popup.current
    if (!shown || list === null || !view) return
    const limit = () => {
      const room = view.offsetTop + view.height - list.getBoundingClientRect().top - MARGIN
      list.style.maxHeight = `${Math.max(LOWEST, room)}px`
    }
    limit()
    for (const name of ['resize', 'scroll']) view.addEventListener(name, limit)
    return () => {
      for (const name of ['resize', 'scroll']) view.removeEventListener(name, limit)
    }
  }, [popup, shown])
}
