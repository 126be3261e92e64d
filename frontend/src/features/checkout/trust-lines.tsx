import { RotateCcw, ShieldCheck, Truck } from 'lucide-react'
import type { ShopTerms } from '@/api/types'

/** How returns work, in one sentence. */
export function returnsLine({
  returnDays,
  changedMind,
}: Pick<ShopTerms, 'returnDays' | 'changedMind'>): string {
  if (returnDays === 0) return 'Something wrong with your order? Write to us, and we put it right.'
  const days = returnDays === 1 ? '1 day' : `${returnDays} days`
  return changedMind
    ? `Return it within ${days} of delivery, also if you change your mind.`
    : `Something wrong with your order? Tell us within ${days} of delivery.`
}

const paymentLine = ({ payment }: Pick<ShopTerms, 'payment'>): string =>
  payment.methods.some(({ method }) => method === 'payhere')
    ? 'Secure payment: card details go to PayHere, never to us.'
    : 'Secure checkout: your details stay between you and us.'

/** Delivery, payment and returns in a line each. */
export function TrustLines({ terms }: { terms: ShopTerms | undefined }) {
  const lines = [
    { icon: Truck, text: 'Delivered anywhere on the island. The courier calls you first.' },
    { icon: ShieldCheck, text: terms && paymentLine(terms) },
    { icon: RotateCcw, text: terms && returnsLine(terms) },
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
