import { useRef, useState } from 'react'
import type { Order } from '@/api/types'
import { useConfirm } from '@/ui/admin/use-confirm'
import { useFreshOrder } from './queries'

/** The order whose form is open. It is refetched first, so that another admin's change is visible. */
export function useOrderEditor() {
  const { ask: open, ...asked } = useConfirm<Order>()
  const read = useFreshOrder()
  const [reading, setReading] = useState<string | null>(null)
  const turn = useRef(0)
  /** Opens the form; false when another one was requested meanwhile. */
  const ask = async (known: Order): Promise<boolean> => {
    turn.current += 1
    const mine = turn.current
    setReading(known.orderId)
    const order = await read(known)
    if (mine !== turn.current) return false
    setReading(null)
    open(order)
    return true
  }
  const drop = () => {
    turn.current += 1
    setReading(null)
  }
  return { ...asked, reading, ask, drop }
}
