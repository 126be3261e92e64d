import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUrlState, withParams } from '@/lib/url-state'

/** State of an entry in the history that was made to show a row: the list is the one before it. */
const SHOWN_HERE = { shownHere: true } as const

const isShownHere = (state: unknown): boolean => (state as { shownHere?: unknown } | null)?.shownHere === true

/**
 * The row whose details are open. Its name is in the address (`view`), so that it can be linked to and Back closes it.
 * Closing goes back where the row was opened here, so that the history does not fill with lists.
 */
export function useDetailParam() {
  const [params, patch] = useUrlState()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const viewed = params.get('view') ?? ''
  // Kept while the dialog closes, so that its text stays.
  const [last, setLast] = useState(viewed)
  if (viewed !== '' && viewed !== last) setLast(viewed)
  // Going back takes a moment: a second Escape in it must not go back twice.
  const closing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way back has been gone
  useEffect(() => {
    closing.current = false
  }, [key])
  const show = (id: string) => {
    const search = withParams(params, { view: id }).toString()
    void navigate({ search }, { state: SHOWN_HERE, preventScrollReset: true, flushSync: true })
  }
  const close = () => {
    if (!isShownHere(state)) return patch({ view: null })
    if (closing.current) return
    closing.current = true
    void navigate(-1)
  }
  return { id: viewed || last, open: viewed !== '', show, close }
}
