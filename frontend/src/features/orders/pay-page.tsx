import { PaymentResult } from './payment-result'

export const TITLE = 'Your payment'

/** The customer comes back from the payment page. */
export function PayReturnPage() {
  return <PaymentResult title={TITLE} left={false} />
}

/** The customer left the payment page without paying. */
export function PayCancelledPage() {
  return <PaymentResult title={TITLE} left />
}
