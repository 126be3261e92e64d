import { useEffect, useState } from 'react'
import type { Order } from '@/api/types'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'

export type Ticks = {
  /** The ticked orders that are in the list. */
  ticked: readonly Order[]
  isTicked: (order: Order) => boolean
  toggle: (order: Order) => void
  /** The orders of the list, all of which can be ticked. */
  rows: readonly Order[]
  /** Leaves only these ticked. */
  keep: (orders: readonly Order[]) => void
  /** Keeps the ticks for the way back from a printable page. */
  keepForReturn: () => void
}

type Kept = { of: string; ids: readonly string[] }

/** Where the ticks wait while the slips of the ticked orders are printed on a page of their own. */
const PRINTED = 'printed-orders'

function keptOf(value: unknown): Kept | null {
  const { of, ids } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>
  return typeof of === 'string' && Array.isArray(ids) ? { of, ids: ids.map(String) } : null
}

/** The ticked rows of a list; another list begins without any. */
export function useTicks(rows: readonly Order[], list: string): Ticks {
  const [{ of, ids }, setTicks] = useState<Kept>(() => readFromTab(PRINTED, keptOf) ?? { of: list, ids: [] })
  // They are those of the way back from the print, and of no later visit.
  useEffect(() => removeFromTab(PRINTED), [])
  const present = of === list ? ids : []
  const isTicked = ({ orderId }: Order) => present.includes(orderId)
  const set = (next: readonly string[]) => setTicks({ of: list, ids: next })
  return {
    ticked: rows.filter(isTicked),
    isTicked,
    rows,
    toggle: (order) =>
      set(isTicked(order) ? present.filter((id) => id !== order.orderId) : [...present, order.orderId]),
    keepForReturn: () => saveInTab(PRINTED, { of: list, ids: present }),
    keep: (orders) => set(orders.map(({ orderId }) => orderId)),
  }
}
