import type { Order } from '@/api/types'
import { Money } from '@/ui/price'

/** The lines that sum to the total of an order, shown on request. */
export function ExplainTotal({ order: { explanation, total } }: { order: Order }) {
  if (explanation.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep">
        Explain this total
      </summary>
      <dl className="grid gap-1.5 rounded-input bg-shell p-4 text-sm">
        {explanation.map(({ code, label, amount }) => (
          <div key={code + label} className="flex flex-wrap justify-between gap-x-4">
            <dt>{label}</dt>
            <dd className="ms-auto">
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1.5 font-semibold">
          <dt>Total</dt>
          <dd className="ms-auto">
            <Money amount={total} />
          </dd>
        </div>
      </dl>
    </details>
  )
}
