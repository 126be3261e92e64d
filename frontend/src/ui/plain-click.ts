import type { MouseEvent } from 'react'

/** A click with the main button and without a modifier key: it navigates in this tab. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
