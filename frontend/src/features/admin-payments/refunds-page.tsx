import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import type { Order } from '@/api/types'
import { AdminPage } from '@/ui/admin/admin-page'
import { PagedTable } from '@/ui/admin/paged-table'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { EmptyState } from '@/ui/empty-state'
import { PaymentDialog } from './payment-dialog'
import { paymentQueries } from './queries'
import { refundColumns } from './refund-columns'

export const TITLE = 'Refunds'

/** The orders of which money has to go back or is on its way, oldest order first. */
export function RefundsPage() {
  const query = useInfiniteQuery({ ...paymentQueries.refunds(), staleTime: 0 })
  const shown = useDetailParam()
  const show = ({ orderId }: Order) => shown.show(orderId)
  return (
    <AdminPage
      title={TITLE}
      about="Orders of which the shop holds more than it may keep, and refunds that are not finished."
    >
      <PagedTable
        query={query}
        noun="orders"
        failure="Failed To Fetch Refunds. Please Try Again"
        caption="Orders to refund, oldest first"
        columns={refundColumns(show)}
        rowKey={(order) => order.orderId}
        onRowClick={show}
        empty={<EmptyState icon={CircleCheck} title="Nothing to refund" />}
      />
      <PaymentDialog
        orderId={shown.id}
        known={rowsOf(query.data).find(({ orderId }) => orderId === shown.id)}
        open={shown.open}
        onClose={shown.close}
      />
    </AdminPage>
  )
}
