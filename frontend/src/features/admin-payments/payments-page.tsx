import { useInfiniteQuery } from '@tanstack/react-query'
import { useMailConnected } from '@/api/mail-connection'
import type { ListedSlip } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { toCents } from '@/lib/money'
import { AdminPage } from '@/ui/admin/admin-page'
import { focusHeading } from '@/ui/admin/focus-heading'
import { PagedCards } from '@/ui/admin/paged-table'
import { Money } from '@/ui/price'
import { OrderLink } from './order-link'
import { paymentQueries } from './queries'
import { SlipPicture } from './slip-list'
import { SlipReview } from './slip-review'

export const TITLE = 'Payments to check'

function SlipCard({ row: { orderId, name, total, amountDue, slip } }: { row: ListedSlip }) {
  return (
    <article
      aria-label={`Slip of ${orderId}`}
      className="grid items-start gap-6 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
    >
      <SlipPicture orderId={orderId} slipId={slip.slipId} />
      <div className="grid min-w-0 gap-4">
        <div>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <OrderLink orderId={orderId} />
            <span className="break-words">{name}</span>
          </p>
          <p className="text-sm text-cocoa">
            Total <Money amount={total} /> · sent <time dateTime={slip.at}>{formatDateTime(slip.at)}</time>
          </p>
        </div>
        <SlipReview orderId={orderId} slip={slip} dueCents={toCents(amountDue)} onReviewed={focusHeading} />
      </div>
    </article>
  )
}

/** All bank slips that wait for a check, oldest first, each reviewed in place. */
export function PaymentsPage() {
  const query = useInfiniteQuery({ ...paymentQueries.slips(), staleTime: 0 })
  const mails = useMailConnected()
  return (
    <AdminPage
      title={TITLE}
      about={`Compare each bank slip with your bank statement. Accept what really came${mails ? '; the customer gets a mail either way.' : '.'}`}
    >
      <PagedCards
        query={query}
        noun="slips"
        empty="Nothing to check"
        failure="Failed To Fetch Payments. Please Try Again"
        rowKey={({ slip }) => slip.slipId}
      >
        {(row) => <SlipCard row={row} />}
      </PagedCards>
    </AdminPage>
  )
}
