import type { MouseEvent } from 'react'

/** A click that follows a link here: the main button, and no key that means another tab, a download or a window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
