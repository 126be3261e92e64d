import { useRef } from 'react'

function heading(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>('main h1')
  if (title !== null) title.tabIndex = -1
  return title
}

/**
 * For a question whose answer takes away the row that it was asked in: the focus goes to the page's heading then,
 * and back to the row's button otherwise. `id` is the row's.
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
