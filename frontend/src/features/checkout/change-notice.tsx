import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type QuoteOptions, quoteQueries } from '@/features/cart/queries'
import { Button, ButtonLink } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { Money } from '@/ui/price'
import type { Change } from './order-change'

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="py-2.5">
      <p className="font-semibold">{name}</p>
      <p className="text-sm text-cocoa">{children}</p>
    </li>
  )
}

function Lines({ change }: { change: Change }) {
  if (change.kind === 'price') {
    return change.lines.map(({ productId, name, before, after }) => (
      <Line key={productId} name={name}>
        {before !== null && (
          <>
            was <Money amount={before} />,{' '}
          </>
        )}
        now <Money amount={after} className="font-semibold text-ink" />
      </Line>
    ))
  }
  if (change.kind === 'coupon') return <Line name={change.code}>{change.message}</Line>
  return change.lines.map(({ productId, name, requested, available }) => (
    <Line key={productId} name={name}>
      You asked for {requested}.{' '}
      <span className="font-semibold text-ink">
        {available <= 0
          ? 'It is sold out.'
          : available === 1
            ? 'There is 1 left.'
            : `There are ${available} left.`}
      </span>
    </Line>
  ))
}

/** The total of the changed order: from the refusal, or from a new quote. */
function useNewTotal(change: Change, options: QuoteOptions) {
  const quote = useQuery({
    ...quoteQueries.quote(change.items, options),
    enabled: change.kind === 'stock' && change.items.length > 0,
    placeholderData: () => undefined,
  })
  if (change.kind !== 'stock') return { total: change.total, failed: false, retry: () => {} }
  return { total: quote.data?.total, failed: quote.isError, retry: () => void quote.refetch() }
}

const TITLES: Readonly<Record<Change['kind'], string>> = {
  price: 'Prices have changed',
  stock: 'Some items are short in stock',
  coupon: 'Your coupon does not apply any more',
}

/** The changed lines and the new total, which the shopper accepts. */
export function ChangeNotice({
  change,
  options,
  busy,
  counting,
  onAccept,
}: {
  change: Change
  /** Delivery and payment of the order. */
  options: QuoteOptions
  /** The order is being placed. */
  busy: boolean
  /** The quote is loading whose methods the order takes. */
  counting: boolean
  onAccept: (total: number) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { total, failed, retry } = useNewTotal(change, options)
  useEffect(() => {
    if (change) heading.current?.focus()
  }, [change])
  const nothingLeft = change.items.length === 0
  return (
    <div role="alert" className="rounded-input border border-warning bg-warning-wash p-4 sm:p-5">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-warning">
        <TriangleAlert aria-hidden size={20} className="flex-none" />
        {TITLES[change.kind]}
      </h3>
      <ul className="mt-2 divide-y divide-line">
        <Lines change={change} />
      </ul>
      {failed && <ErrorNotice message="We could not work out the new total." onRetry={retry} />}
      {!nothingLeft && !failed && (
        <>
          <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-lg font-semibold">
            New total {total === undefined ? <span>…</span> : <Money amount={total} />}
          </p>
          <Button
            size="lg"
            block
            className="mt-4"
            pending={busy || counting || total === undefined}
            pendingLabel={busy ? 'Placing your order...' : 'Working out the total...'}
            onClick={() => total !== undefined && onAccept(total)}
          >
            {change.kind === 'coupon' ? 'Order without the coupon' : 'Accept and place order'}
          </Button>
        </>
      )}
      <ButtonLink to="/cart" variant="quiet" size="sm" block className="mt-2">
        Back to cart
      </ButtonLink>
    </div>
  )
}
