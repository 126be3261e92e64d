import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Navigation state of a link: the preceding history entry is the page with the link. */
export const FROM_HERE = { fromHere: true } as const

/** Whether the page was reached by a link with `FROM_HERE`. */
const isFromHere = (state: unknown): boolean => (state as { fromHere?: unknown } | null)?.fromHere === true

/**
 * Link back from a page: to the list that it was opened from with its search, filters and scroll position, or to `fallback`
 * when the page was opened by its URL.
 */
export function useBackLink(fallback: string) {
  const navigate = useNavigate()
  const fromHere = isFromHere(useLocation().state)
  const leave = () => void (fromHere ? navigate(-1) : navigate(fallback))
  const onClick = (event: MouseEvent) => {
    if (!fromHere || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leave()
  }
  return { fromHere, leave, link: { to: fallback, onClick } }
}
