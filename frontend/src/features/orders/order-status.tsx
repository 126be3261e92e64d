import { CircleCheck, CircleX, Clock, type LucideIcon, Truck } from 'lucide-react'
import type { OrderStatus } from '@/api/types'
import { Badge, type BadgeTone } from '@/ui/badge'

/** For customers completed is green, cancelled red and anything else neutral (spec.md §2); sign and word say it too. */
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
