import { useCallback, useEffect, useState } from 'react'

/** Time between two slides (spec.md §9). */
export const SLIDE_MS = 3000
/** Delay of the second picture's download in ms, so that it does not compete with the first. */
const LOOK_AHEAD_MS = 1200

const prefersStillness = (): boolean =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

type Place = { shown: number; before: number | null }

export type Slides = Place & {
  go: (to: number) => void
  next: () => void
  previous: () => void
  /** Whether the slides advance: the visitor's choice, off by default under `prefers-reduced-motion`. */
  playing: boolean
  setPlaying: (playing: boolean) => void
  /** True on hover and focus. */
  setHeld: (held: boolean) => void
  /** Slides whose pictures may be downloaded. */
  fetched: ReadonlySet<number>
}

/** A slider over `count` slides. It advances every 3 s unless it is held, paused or hidden, or motion is reduced. */
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
    if (count < 2) return
    const timer = setInterval(() => {
      if (!document.hidden) go(shown + 1)
    }, SLIDE_MS)
    return () => clearInterval(timer)
  }, [playing, held, shown, go, count])

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
