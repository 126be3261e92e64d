import { CircleCheck, CircleX, Clock, type LucideIcon, Truck } from 'lucide-react'
import type { OrderStatus } from '@/api/types'
import { Badge, type BadgeTone } from '@/ui/badge'

/** Completed is green, cancelled red, anything else neutral (spec.md §2). Icon and text say the same. */
const LOOKS: Record<OrderStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  processing: { tone: 'neutral', icon: Clock },
  shipped: { tone: 'neutral', icon: Truck },
  completed: { tone: 'green', icon: CircleCheck },
  cancelled: { tone: 'red', icon: CircleX },
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
