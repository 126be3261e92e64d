import { useCallback, useEffect, useState } from 'react'

/** Time between two slides (spec.md §9). */
export const SLIDE_MS = 3000
/** How long after the start the second scene is fetched, so that it never competes with the first. */
const LOOK_AHEAD_MS = 1200

const prefersStillness = (): boolean =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

type Place = { shown: number; before: number | null }

export type Slides = Place & {
  go: (to: number) => void
  next: () => void
  previous: () => void
  /** Whether the slides move by themselves; the visitor's choice, off from the start where motion is unwanted. */
  playing: boolean
  setPlaying: (playing: boolean) => void
  /** While the visitor points at or is inside the slider. */
  setHeld: (held: boolean) => void
  /** Places whose scenes may be fetched. */
  fetched: ReadonlySet<number>
}

/** A slider over `count` slides, advancing every three seconds unless held, paused, hidden or unwanted. */
export function useSlides(count: number): Slides {
  const [place, setPlace] = useState<Place>({ shown: 0, before: null })
  const [playing, setPlaying] = useState(true)
  const [held, setHeld] = useState(false)
  const [fetched, setFetched] = useState<ReadonlySet<number>>(new Set([0]))
  const { shown } = place

  const go = useCallback(
    (to: number) =>
      setPlace((now) => {
        const target = (to + count) % count
        return target === now.shown ? now : { shown: target, before: now.shown }
      }),
    [count],
  )

  useEffect(() => {
    if (prefersStillness()) setPlaying(false)
  }, [])

  useEffect(() => {
    const timer = setTimeout(
      () => setFetched((known) => new Set([...known, shown, (shown + 1) % count])),
      shown === 0 ? LOOK_AHEAD_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [shown, count])

  useEffect(() => {
    if (!playing || held) return
    const timer = setInterval(() => {
      if (!document.hidden) go(shown + 1)
    }, SLIDE_MS)
    return () => clearInterval(timer)
  }, [playing, held, shown, go])

  return {
    ...place,
    go,
    next: () => go(shown + 1),
    previous: () => go(shown - 1),
    playing,
    setPlaying,
    setHeld,
    fetched,
  }
}
