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
  const gone = useRef<string | null>(null)
  return {
    markDeleted: () => {
      gone.current = id
    },
    finalFocus: () => (gone.current === id && heading()) || true,
  }
}
