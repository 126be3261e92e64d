import { useState } from 'react'
import type { Order } from '@/api/types'

export type Ticks = {
  /** The ticked orders that are in the list. */
  ticked: readonly Order[]
  isTicked: (order: Order) => boolean
  toggle: (order: Order) => void
  /** The orders of the list, all of which can be ticked. */
  rows: readonly Order[]
  /** Leaves only these ticked. */
  keep: (orders: readonly Order[]) => void
}

/** The ticked rows of a list; another list begins without any. */
export function useTicks(rows: readonly Order[], list: string): Ticks {
  const [{ of, ids }, setTicks] = useState<{ of: string; ids: readonly string[] }>({ of: list, ids: [] })
  const present = of === list ? ids : []
  const isTicked = ({ orderId }: Order) => present.includes(orderId)
  const set = (next: readonly string[]) => setTicks({ of: list, ids: next })
  return {
    ticked: rows.filter(isTicked),
    isTicked,
    rows,
    toggle: (order) =>
      set(isTicked(order) ? present.filter((id) => id !== order.orderId) : [...present, order.orderId]),
    keep: (orders) => set(orders.map(({ orderId }) => orderId)),
  }
}
