import { useState } from 'react'
import { useUrlState } from '@/lib/url-state'

/** The row whose details are open. Its name is in the address (`view`), so that it can be linked to and Back closes it. */
export function useViewed() {
  const [params, patch] = useUrlState()
  const viewed = params.get('view') ?? ''
  // Kept while the dialog closes, so that its text stays.
  const [last, setLast] = useState(viewed)
  if (viewed !== '' && viewed !== last) setLast(viewed)
  return {
    id: viewed || last,
    open: viewed !== '',
    show: (id: string) => patch({ view: id }, { push: true }),
    close: () => patch({ view: null }),
  }
}
