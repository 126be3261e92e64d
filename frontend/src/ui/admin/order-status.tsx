import type { OrderStatus } from '@/api/types'
import { Badge, type BadgeTone } from '@/ui/badge'

const LOOKS: Record<OrderStatus, { label: string; tone: BadgeTone }> = {
  processing: { label: 'Processing', tone: 'yellow' },
  shipped: { label: 'Shipped', tone: 'blue' },
  completed: { label: 'Completed', tone: 'green' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

export const STATUSES = ['processing', 'shipped', 'completed', 'cancelled'] as const satisfies OrderStatus[]

export const statusLabel = (status: OrderStatus): string => LOOKS[status].label

export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: statusLabel(value) }))

/** An order's status as a coloured badge. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={LOOKS[status].tone}>{LOOKS[status].label}</Badge>
}
