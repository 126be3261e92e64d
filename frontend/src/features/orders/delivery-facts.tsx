import type { Order } from '@/api/types'
import { formatDays } from '@/lib/date'
import { formatCents, toCents } from '@/lib/money'

const METHODS: Record<string, string> = {
  standard: 'Standard delivery',
  express: 'Express delivery',
  pickup: 'Pick-up at the shop',
}

export const isPickup = ({ delivery }: Order): boolean => delivery.method === 'pickup'

/** The heading of the name, address and phone of an order. */
export function recipientHeading(order: Order): string {
  const isThere = order.status === 'completed'
  if (isPickup(order)) return isThere ? 'Picked up by' : 'Pick-up by'
  return isThere ? 'Delivered to' : 'Delivery to'
}

/** '23–25 Nov', the days on which the customer was told that the order comes; null where they were told none. */
function estimatedDays({ delivery: { estimatedFrom, estimatedTo } }: Order): string | null {
  if (estimatedFrom === null || estimatedTo === null) return null
  return formatDays(estimatedFrom, estimatedTo) || null
}

/** Method, price and expected days of a delivery. */
export function DeliveryFacts({ order }: { order: Order }) {
  const { method, charge, discount } = order.delivery
  const cents = toCents(charge) - toCents(discount)
  const days = estimatedDays(order)
  const isExpected = days !== null && order.status !== 'cancelled' && order.status !== 'completed'
  return (
    <>
      {METHODS[method] ?? method}, {cents === 0 ? 'free' : formatCents(cents)}
      {isExpected && (
        <>
          <br />
          {isPickup(order) ? 'Expected to be ready' : 'Expected'} {days}
        </>
      )}
    </>
  )
}
