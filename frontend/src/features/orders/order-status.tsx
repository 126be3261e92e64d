import {
  CircleCheck,
  CircleX,
  Clock,
  CreditCard,
  FileSearch,
  type LucideIcon,
  Package,
  Store,
  Truck,
} from 'lucide-react'
import type { FulfilmentStatus, Order, OrderStatus } from '@/api/types'
import { waitingFor } from '@/features/payments/payment-state'
import { Badge, type BadgeTone } from '@/ui/badge'

/** Completed is green, cancelled red, anything else neutral (spec.md §2). Icon and text say the same. */
const LOOKS: Record<OrderStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  processing: { tone: 'neutral', icon: Clock },
  shipped: { tone: 'neutral', icon: Truck },
  completed: { tone: 'green', icon: CircleCheck },
  cancelled: { tone: 'red', icon: CircleX },
}

/** The points of packing and delivery that say more than the status. */
const POINTS: Partial<Record<FulfilmentStatus, { label: string; icon: LucideIcon }>> = {
  packed: { label: 'Packed', icon: Package },
  readyForPickup: { label: 'Ready for pick-up', icon: Store },
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { tone, icon: Icon } = LOOKS[status] ?? LOOKS.processing
  return (
    <Badge tone={tone}>
      <Icon aria-hidden size={15} />
      <span className="capitalize">{status}</span>
    </Badge>
  )
}

/** The status of an order; of an order in processing also that it is packed. */
export function FulfilmentBadge({ order: { status, fulfilmentStatus } }: { order: Order }) {
  const point = status === 'processing' ? POINTS[fulfilmentStatus] : undefined
  if (point === undefined) return <StatusBadge status={status} />
  return (
    <Badge>
      <point.icon aria-hidden size={15} />
      {point.label}
    </Badge>
  )
}

/** What an order waits for before it is packed: its payment, or the check of its slip. */
export function WaitingBadge({ order }: { order: Order }) {
  const label = waitingFor(order)
  if (label === null) return null
  const Icon = label === 'Awaiting payment' ? CreditCard : FileSearch
  return (
    <Badge tone={label === 'Awaiting payment' ? 'yellow' : 'blue'}>
      <Icon aria-hidden size={15} />
      {label}
    </Badge>
  )
}

export function StatusBadges({ order }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-2">
      <FulfilmentBadge order={order} />
      <WaitingBadge order={order} />
    </span>
  )
}
