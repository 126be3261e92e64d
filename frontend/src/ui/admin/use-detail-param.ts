import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUrlState, withParams } from '@/lib/url-state'

/** Navigation state of a history entry that shows a row: the preceding entry is the list. */
const SHOWN_HERE = { shownHere: true } as const

const isShownHere = (state: unknown): boolean => (state as { shownHere?: unknown } | null)?.shownHere === true

/**
 * The row whose details are open. Its id is in the URL (`view`), so it can be linked to and Back closes it. Closing navigates
 * back when the row was opened from the list, so that the history does not fill with lists.
 */
export function useDetailParam() {
  const [params, patch] = useUrlState()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const viewed = params.get('view') ?? ''
  // Stays while the dialog closes, so that its text does not change.
  const [last, setLast] = useState(viewed)
  if (viewed !== '' && viewed !== last) setLast(viewed)
  // Going back is asynchronous: a second Escape must not go back twice.
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
