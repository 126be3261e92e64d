import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '@/ui/button'
import { joinWithAnd, type MissingChange } from './missing-changes'

/** Says what the customer corrected too late, and the way out. */
export function MissingChangesNotice({
  orderId,
  missing,
}: {
  orderId: string
  missing: readonly MissingChange[]
}) {
  const parts = joinWithAnd(missing.map(({ part }) => part))
  const isOne = missing.length === 1 && missing[0]?.part !== 'quantities'
  const shown = missing.filter(({ ordered }) => ordered !== '').map(({ ordered }) => `“${ordered}”`)
  return (
    <section
      role="alert"
      className="mb-8 grid gap-3 rounded-card border border-warning bg-warning-wash p-5 sm:p-6"
    >
      <h2 className="flex items-center gap-2 font-semibold text-warning">
        <TriangleAlert aria-hidden size={20} className="flex-none" />
        Your last changes are not in this order
      </h2>
      <p className="max-w-prose text-pretty break-words">
        {shown.length > 0
          ? `Your order was placed with ${joinWithAnd(shown)}; `
          : 'Your order was placed before you changed it; '}
        the changed {parts} {isOne ? 'is' : 'are'} not in it.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/contact" size="sm">
          Write it to us
        </ButtonLink>
        <ButtonLink to={`/orders/${orderId}`} variant="secondary" size="sm">
          Cancel and order again
        </ButtonLink>
      </div>
    </section>
  )
}
