import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of a link to a page with a way back: the entry before it in the history is where the link was. */
export const FROM_HERE = { fromHere: true } as const

/** Whether the page was reached by a link with `FROM_HERE`. */
export const isFromHere = (state: unknown): boolean =>
  (state as { fromHere?: unknown } | null)?.fromHere === true

/**
 * The way back from a page: to the list it was opened from, as it was left (search, filters, depth, place), or to
 * `fallback` where the page was opened by its address.
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
