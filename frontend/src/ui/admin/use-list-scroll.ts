import { type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { withParams } from '@/lib/url-state'

/** The scroll position of the list for each history entry. */
const places = new Map<string, number>()

/** The list's query in the URL, without the open row and the number of pages. */
const questionIn = (search: string): string =>
  withParams(new URLSearchParams(search), { view: null, pages: null }).toString()

/**
 * Props for a scrolling list: restores its scroll position on Back, as the browser does for the window. Another query starts
 * at the top.
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
