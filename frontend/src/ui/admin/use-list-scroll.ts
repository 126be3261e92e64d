import { type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { withParams } from '@/lib/url-state'

/** How far the list of each entry in the history was scrolled. */
const places = new Map<string, number>()

/** What the address asks the list for, whichever row is open and however many are shown. */
const questionIn = (search: string): string =>
  withParams(new URLSearchParams(search), { view: null, pages: null }).toString()

/**
 * Props for a list that scrolls within its box: coming back to it finds it where it was left, as the window does by
 * itself; another question begins at its top.
 */
export function useListScroll(rows: number) {
  const { key, search } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const wanted = useRef(places.get(key) ?? 0)
  const last = useRef(wanted.current)
  const question = questionIn(search)
  const asked = useRef(question)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows there is more to scroll
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || wanted.current === 0) return
    box.scrollTop = wanted.current
    if (box.scrollTop >= wanted.current - 1) wanted.current = 0
  }, [rows])
  useEffect(() => {
    if (asked.current === question) return
    asked.current = question
    wanted.current = 0
    if (ref.current !== null) ref.current.scrollTop = 0
  }, [question])
  useEffect(() => () => void places.set(key, last.current), [key])

  const onScroll = ({ currentTarget }: UIEvent) => {
    last.current = currentTarget.scrollTop
  }
  return { ref, onScroll }
}
