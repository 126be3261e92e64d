import { messageOf } from '@/api/problem'
import type { Quote, QuoteItem } from '@/api/types'
import { PromotionHints } from '@/features/promotions/hints'
import { formatMoney } from '@/lib/money'
import { hasErrors } from '@/ui/admin/field-errors'
import { cx } from '@/ui/cx'
import { ExplainTotal } from '@/ui/explain-total'
import { OrderTotals } from '@/ui/order-summary'
import { Panel } from '@/ui/panel'
import { LineDiscount } from '@/ui/price'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { ProductPicker } from './product-picker'
import type { Preview, SampleLine } from './use-preview'

function LineAmount({ item }: { item: QuoteItem | undefined }) {
  if (item === undefined) return null
  return (
    <div className="ms-auto text-end tabular-nums">
      <p className="font-semibold">{formatMoney(item.lineTotal)}</p>
      <LineDiscount amount={item.discount} />
    </div>
  )
}

function Line({
  line,
  item,
  onQuantity,
}: {
  line: SampleLine
  item: QuoteItem | undefined
  onQuantity: (quantity: number) => void
}) {
  return (
    <li className="py-3">
      <p className="mb-2 font-medium wrap-anywhere">{line.name}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <QuantityStepper value={line.quantity} min={0} label={line.name} onChange={onQuantity} />
        <LineAmount item={item?.quantity === line.quantity ? item : undefined} />
      </div>
    </li>
  )
}

/** Why the cart is no cheaper, in the words that the customer of a coupon gets. */
function whyNot({ coupon, promotions }: Quote): string | null {
  if (coupon !== null && coupon.state !== 'applied') return coupon.message
  return promotions.length === 0 ? 'No promotion applies to this cart.' : null
}

function Totals({ quote, stale }: { quote: Quote; stale: boolean }) {
  const reason = whyNot(quote)
  return (
    <div aria-busy={stale} className={cx('transition-opacity', stale && 'opacity-60')}>
      <OrderTotals quote={quote} failed={false} stale={stale} />
      {reason !== null && <p className="mt-3 font-medium text-warning">{reason}</p>}
      <PromotionHints quote={quote} />
      <ExplainTotal lines={quote.explanation} stale={stale} />
    </div>
  )
}

function Answer({ preview: { quote, error, errors, isComplete, stale, sample } }: { preview: Preview }) {
  if (sample.lines.length === 0)
    return <p className="text-cocoa">Add a product to see what a customer would pay.</p>
  if (!isComplete) return <p className="text-cocoa">The preview comes when the form is complete.</p>
  if (error !== null)
    return (
      <p role="alert" className="font-medium text-error">
        {hasErrors(errors) ? 'Please look at the marked fields of the form.' : messageOf(error)}
      </p>
    )
  return quote === undefined ? (
    <p className="text-cocoa">Working it out...</p>
  ) : (
    <Totals quote={quote} stale={stale} />
  )
}

/** What a customer would see in the cart, before anything is saved. */
export function PreviewPanel({ preview }: { preview: Preview }) {
  const { sample, quote } = preview
  return (
    <Panel
      title="What a customer sees"
      intro="A sample cart, priced by the server as if this promotion were live beside the others. Nothing is saved."
    >
      <ul aria-label="Sample cart" className="divide-y divide-line border-y border-line empty:hidden">
        {sample.lines.map((line) => (
          <Line
            key={line.productId}
            line={line}
            item={quote?.items.find(({ productId }) => productId === line.productId)}
            onQuantity={(quantity) => sample.set(line.productId, quantity)}
          />
        ))}
      </ul>
      <div className="mt-4">
        <ProductPicker
          label="Add a product"
          chosen={sample.lines.map(({ productId }) => productId)}
          onPick={sample.add}
        />
      </div>
      <div aria-live="polite" className="mt-4 border-t border-line pt-4">
        <Answer preview={preview} />
      </div>
    </Panel>
  )
}
