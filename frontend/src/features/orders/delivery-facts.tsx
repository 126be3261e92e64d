import type { Order } from '@/api/types'
import { formatDays } from '@/lib/date'
import { formatCents, toCents } from '@/lib/money'

const METHODS: Record<string, string> = {
  standard: 'Standard delivery',
  express: 'Express delivery',
  pickup: 'Pick-up at the shop',
}

/** '23–25 Nov', the days on which the customer was told that the order comes; null where they were told none. */
export function estimatedDays({ delivery: { estimatedFrom, estimatedTo } }: Order): string | null {
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
          {method === 'pickup' ? 'Expected to be ready' : 'Expected'} {days}
        </>
      )}
    </>
  )
}
