import { useRef } from 'react'
import { pageHeading } from './focus-heading'

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
