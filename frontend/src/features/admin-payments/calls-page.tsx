import { useInfiniteQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { messageOf } from '@/api/problem'
import type { CallOutcome, Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { focusHeading } from '@/ui/admin/focus-heading'
import { PagedCards } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Money } from '@/ui/price'
import { toast } from '@/ui/toast'
import { OrderLink } from './order-link'
import { isNotConfirmable, paymentQueries, useCallOutcome } from './queries'

export const TITLE = 'Calls before packing'

const DONE: Record<CallOutcome, string> = {
  confirmed: 'Order confirmed. It can be packed.',
  unreachable: 'Noted. Please call again later.',
  refused: 'Order cancelled.',
}

/** Sends what came of a call, and reports it. */
function useCall(order: Order) {
  const { mutate, isPending } = useCallOutcome()
  const send = (outcome: CallOutcome, onSettled?: () => void) =>
    mutate(
      { orderId: order.orderId, outcome },
      {
        onSuccess: () => {
          toast.success(DONE[outcome])
          if (outcome !== 'unreachable') focusHeading()
        },
        onError: (error) => {
          if (!isNotConfirmable(error))
            return toast.error(messageOf(error, 'Failed to update order. Please try again.'))
          toast.info('Another member of staff has settled this order meanwhile.')
          focusHeading()
        },
        ...(onSettled && { onSettled }),
      },
    )
  return { send, isPending }
}

function CallCard({ order }: { order: Order }) {
  const { orderId, name, phone, total, date, payment } = order
  const refusing = useConfirm<string>()
  const { send, isPending } = useCall(order)
  return (
    <article
      aria-label={`Call about ${orderId}`}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <OrderLink orderId={orderId} />
          <Money amount={total} className="font-semibold" />
          {payment.codConfirmation === 'unreachable' && <Badge tone="yellow">Not reached</Badge>}
        </p>
        <p className="break-words">{name}</p>
        <p className="text-sm text-cocoa">
          <time dateTime={date}>{formatDateTime(date)}</time>
        </p>
      </div>
      <a
        href={`tel:${phone.replace(/[^\d+]/g, '')}`}
        className="inline-flex min-h-11 items-center gap-2 text-lg font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
      >
        <Phone aria-hidden size={20} />
        {phone}
      </a>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" disabled={isPending} onClick={() => send('confirmed')}>
          Confirmed
        </Button>
        <Button size="sm" variant="secondary" disabled={isPending} onClick={() => send('unreachable')}>
          Unreachable
        </Button>
        <Button size="sm" variant="secondary" disabled={isPending} onClick={() => refusing.ask(orderId)}>
          Refused
        </Button>
      </div>
      <ConfirmDialog
        {...refusing.dialog}
        title="Does the customer refuse the order?"
        description={`Order ${orderId} is cancelled, and its items go back into stock.`}
        confirmLabel="Cancel the order"
        cancelLabel="Keep it"
        tone="danger"
        pending={isPending}
        onConfirm={() => send('refused', refusing.close)}
      />
    </article>
  )
}

/** The orders on delivery that are confirmed by telephone before they are packed. */
export function CallsPage() {
  const query = useInfiniteQuery({ ...paymentQueries.calls(), staleTime: 0 })
  return (
    <AdminPage
      title={TITLE}
      about="Large orders that are paid on delivery. Call the customer before you pack them."
    >
      <PagedCards
        query={query}
        noun="calls"
        empty="No calls to make"
        failure="Failed To Fetch Calls. Please Try Again"
        rowKey={({ orderId }) => orderId}
      >
        {(order) => <CallCard order={order} />}
      </PagedCards>
    </AdminPage>
  )
}
