import { useRef } from 'react'

function heading(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>('main h1')
  if (title !== null) title.tabIndex = -1
  return title
}

/**
 * Final focus of a dialog that may delete the row `id`: the page's heading after a deletion, else the row's button.
 */
export function useFocusAfterDelete(id: string) {
  const deletedId = useRef<string | null>(null)
  return {
    markDeleted: () => {
      deletedId.current = id
    },
    finalFocus: () => (deletedId.current === id && heading()) || true,
  }
}
