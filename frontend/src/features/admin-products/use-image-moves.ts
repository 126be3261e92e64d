import { useEffect, useRef, useState } from 'react'

/** The actions of a picture's buttons (`data-action`). */
export type ImageAction = 'forward' | 'back' | 'remove'

const OPPOSITE = { forward: 'back', back: 'forward', remove: 'remove' } as const satisfies Record<
  ImageAction,
  ImageAction
>

export function moved(images: readonly string[], from: number, to: number): string[] {
  const next = [...images]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const button = (list: HTMLElement, place: number, action: ImageAction) =>
  list.children[place]?.querySelector<HTMLElement>(`[data-action=${action}]:enabled`)

/**
 * Moves and removes pictures by button. The focus stays on the used action (at an end on its opposite, after a removal on the
 * neighbour's), and `said` announces the result.
 */
export function useImageMoves(images: readonly string[], onChange: (images: string[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<{ place: number; action: ImageAction } | null>(null)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons are where they belong once the order has changed
  useEffect(() => {
    if (wanted.current === null || list.current === null) return
    const { place, action } = wanted.current
    wanted.current = null
    const target = button(list.current, place, action) ?? button(list.current, place, OPPOSITE[action])
    target?.focus()
  }, [images])

  const move = (from: number, to: number) => {
    setSaid(`Picture ${to + 1} of ${images.length}`)
    onChange(moved(images, from, to))
  }
  const act = (place: number, action: ImageAction) => {
    if (action === 'remove') {
      const left = images.length - 1
      wanted.current = { place: Math.min(place, left - 1), action }
      setSaid(`Picture ${place + 1} removed, ${left} left`)
      return onChange(images.filter((_, other) => other !== place))
    }
    const to = action === 'forward' ? place - 1 : place + 1
    wanted.current = { place: to, action }
    move(place, to)
  }
  return { list, said, move, act }
}
