import { CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { messageOf } from '@/api/problem'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { goToGateway } from './go-to-gateway'
import { useStartPayment } from './queries'

/** Sends the customer to the payment page. */
export function PayButton({ orderId, children }: { orderId: string; children: string }) {
  const { mutate, reset, isPending, isSuccess } = useStartPayment()
  useEffect(() => {
    // The customer came back with the browser's button: the kept page must take another press.
    const back = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [reset])
  const pay = () =>
    mutate(orderId, {
      onSuccess: goToGateway,
      onError: (error) => toast.error(messageOf(error, 'Failed to start the payment. Please try again.')),
    })
  return (
    <Button
      size="lg"
      onClick={pay}
      pending={isPending || isSuccess}
      pendingLabel="Opening the payment page..."
    >
      <CreditCard aria-hidden size={20} />
      {children}
    </Button>
  )
}
