import { CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { goToGateway } from './go-to-gateway'
import { useStartPayment } from './queries'

const FAILED = 'Failed to start the payment. Please try again.'

/** Whether another press is refused as well: the sentence that says the way out stays. */
const isFinal = (error: unknown): boolean => hasCode(error, 'payment.too_many_attempts')

/** Sends the customer to the payment page. */
export function PayButton({ orderId, children }: { orderId: string; children: string }) {
  const { mutate, reset, error, isPending, isSuccess } = useStartPayment()
  useEffect(() => {
    // The customer came back with the browser's button: the kept page must take another press.
    const back = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [reset])
  const pay = () =>
    mutate(orderId, {
      onSuccess: goToGateway,
      onError: (failure) => {
        if (!isFinal(failure)) toast.error(messageOf(failure, FAILED))
      },
    })
  return (
    <>
      <Button
        size="lg"
        onClick={pay}
        pending={isPending || isSuccess}
        pendingLabel="Opening the payment page..."
      >
        <CreditCard aria-hidden size={20} />
        {children}
      </Button>
      {isFinal(error) && (
        <p role="alert" className="w-full rounded-input bg-error-wash p-3 font-medium">
          {messageOf(error, FAILED)}
        </p>
      )}
    </>
  )
}
