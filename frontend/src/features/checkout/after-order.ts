// What follows an order: its address is saved, and the customer goes on to pay.
import { useNavigate } from 'react-router'
import { api, unwrap } from '@/api/client'
import type { AddressRequest, Order } from '@/api/types'
import { useSaveAddress } from '@/features/addresses/queries'
import { goToGateway } from '@/features/payments/go-to-gateway'
import { toast } from '@/ui/toast'

/** Saves the address of an order that is placed. A failure is said and stops nothing. */
export function useKeepAddress() {
  const { mutateAsync } = useSaveAddress()
  return async (address: AddressRequest): Promise<void> => {
    try {
      await mutateAsync({ address })
    } catch {
      toast.info('Your address could not be saved. You can add it on your profile.')
    }
  }
}

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
