// Items in order, each with a key that stays with it while it moves.
import { useId, useRef, useState } from 'react'
import type { Value } from './values'

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const next = items.filter((_, index) => index !== from)
  next.splice(to, 0, ...items.slice(from, from + 1))
  return next
}

/**
 * `onReorder` is called before items change their places. `noun` names an item in the messages for screen readers: 'Slide moved to
 * place 2 of 4'.
 */
export function useItems(
  items: readonly Value[],
  onChange: (items: Value[]) => void,
  onReorder: () => void,
  noun: string,
) {
  const next = useRef(items.length)
  const [keys, setKeys] = useState(() => range(0, items.length))
  const [news, setNews] = useState('')
  const addId = useId()
  // Another list has come, such as a saved one.
  const present = keys.length === items.length ? keys : range(0, items.length)
  const reorder = (order: number[], sorted: Value[], message: string) => {
    setKeys(order)
    setNews(message)
    onReorder()
    onChange(sorted)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    const message = `${noun} moved to place ${to + 1} of ${items.length}`
    reorder(moved(present, from, to), moved(items, from, to), message)
  }
  const add = (item: Value): number => {
    const key = next.current
    next.current += 1
    reorder([...present, key], [...items, item], `${noun} added`)
    return key
  }
  const remove = (at: number) => {
    const without = <Item>(list: readonly Item[]) => list.filter((_, index) => index !== at)
    reorder(without(present), without(items), `${noun} removed`)
    // The pressed button is gone.
    document.getElementById(addId)?.focus()
  }
  const replace = (at: number, item: Value) =>
    onChange(items.map((old, index) => (index === at ? item : old)))
  return { keys: present, news, addId, move, add, remove, replace }
}
