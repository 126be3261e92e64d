import { useNavigate } from 'react-router'
import { api, unwrap } from '@/api/client'
import type { Order } from '@/api/types'
import { goToGateway } from '@/features/payments/go-to-gateway'
import { toast } from '@/ui/toast'

/** Whether the customer pays the order on the gateway's page now. */
export const isToPayOnline = ({ payment }: Order): boolean =>
  payment.method === 'payhere' && payment.amountDue > 0

/**
 * Starts the payment of an order and leaves the shop for the gateway's page. The order's page takes the checkout's place in the
 * history: there the customer pays who comes back, or for whom the payment could not be started.
 */
export function usePayOnline() {
  const navigate = useNavigate()
  return async (orderId: string): Promise<void> => {
    const toOrder = () => navigate(`/orders/${encodeURIComponent(orderId)}`, { replace: true })
    try {
      const attempt = await unwrap(
        api.POST('/api/orders/{orderId}/payments', { params: { path: { orderId } } }),
      )
      await toOrder()
      goToGateway(attempt)
    } catch {
      toast.info('Your order is placed. We could not open the payment page: please pay from here.')
      await toOrder()
    }
  }
}
