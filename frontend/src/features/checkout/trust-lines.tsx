import { MapPin, RotateCcw, ShieldCheck, Truck } from 'lucide-react'
import type { ShopTerms } from '@/api/types'
import { describeReturns } from '@/features/terms/describe-terms'

const paymentLine = ({ payment }: Pick<ShopTerms, 'payment'>): string =>
  payment.methods.some(({ method }) => method === 'payhere')
    ? 'Secure payment: card details go to PayHere, never to us.'
    : 'Secure checkout: your details stay between you and us.'

/** What tells the customer that the order can be fetched. */
export const describeReadiness = (mails: boolean): string =>
  mails ? 'We mail you when it is ready.' : 'The page of your order says when it is ready.'

/** Delivery, payment and returns in a line each. */
export function TrustLines({ terms, isPickup }: { terms: ShopTerms | undefined; isPickup: boolean }) {
  const lines = [
    isPickup
      ? { icon: MapPin, text: terms && `Fetch it at our shop. ${describeReadiness(terms.mailConnected)}` }
      : { icon: Truck, text: 'Delivered anywhere on the island. The courier calls you first.' },
    { icon: ShieldCheck, text: terms && paymentLine(terms) },
    { icon: RotateCcw, text: terms && describeReturns(terms) },
  ]
  return (
    <ul className="mt-5 flex flex-col gap-3 border-t border-line pt-5 text-sm text-cocoa">
      {lines.map(({ icon: Icon, text }, place) => (
        // The lines and their order never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={place} className="flex min-h-10 items-start gap-3">
          <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 flex-none text-lagoon" />
          {text}
        </li>
      ))}
    </ul>
  )
}
