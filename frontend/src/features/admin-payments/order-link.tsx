import { Link } from 'react-router'
import { FROM_HERE } from '@/ui/admin/use-back-link'

/** The number of an order as a link to it. */
export function OrderLink({ orderId }: { orderId: string }) {
  return (
    <Link
      to={`/admin/orders?view=${orderId}`}
      state={FROM_HERE}
      className="font-semibold whitespace-nowrap text-lotus underline underline-offset-2 hover:text-lotus-deep"
    >
      {orderId}
    </Link>
  )
}
