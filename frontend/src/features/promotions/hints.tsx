import type { PromotionHint, Quote } from '@/api/types'
import { formatMoney, toCents } from '@/lib/money'
import { ProgressBar } from '@/ui/progress-bar'

/** What is reached: 'free delivery', '10% off', 'LKR. 500.00 off', or the promotion's name. */
function aim({ kind, percent, amount, name }: PromotionHint): string {
  if (kind === 'freeDelivery') return 'free delivery'
  if (percent !== null) return `${percent}% off`
  return amount === null ? `“${name}”` : `${formatMoney(amount)} off`
}

/** How far the goods of the cart are, which is near enough for a bar. */
const shareOf = ({ remaining }: PromotionHint, { itemsTotal }: Pick<Quote, 'itemsTotal'>): number =>
  toCents(itemsTotal) / Math.max(1, toCents(itemsTotal) + toCents(remaining))

/** What a little more in the cart would bring. */
export function PromotionHints({ quote }: { quote: Pick<Quote, 'hints' | 'itemsTotal'> | undefined }) {
  if (quote === undefined || quote.hints.length === 0) return null
  return (
    <ul aria-label="What more goods would bring" className="mt-4 grid gap-3">
      {quote.hints.map((hint) => (
        <li key={hint.kind + hint.name} className="rounded-input bg-mist px-4 py-3 text-sm text-lagoon">
          <p className="mb-2">
            Another{' '}
            <strong className="font-semibold whitespace-nowrap tabular-nums">
              {formatMoney(hint.remaining)}
            </strong>{' '}
            for {aim(hint)}
          </p>
          <ProgressBar label={`Towards ${aim(hint)}`} share={shareOf(hint, quote)} className="h-1.5" />
        </li>
      ))}
    </ul>
  )
}
