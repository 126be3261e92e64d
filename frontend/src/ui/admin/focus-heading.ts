import { useRef } from 'react'

/**
 * Final focus of a dialog that may delete the row `id`: the page's heading after a deletion, else the row's button.
 */
export function useFocusAfterDelete(id: string) {
  const deletedId = useRef<string | null>(null)
  return {
    markDeleted: () => {
      deletedId.current = id
    },
    finalFocus: () => (deletedId.current === id && pageHeading()) || true,
  }
}

/** The page's heading, which can receive the focus then. */
function pageHeading(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>('main h1')
  if (title !== null) title.tabIndex = -1
  return title
}

/** Focuses the page's heading, after the row that had the focus was removed. */
export const focusHeading = (): void => pageHeading()?.focus()
