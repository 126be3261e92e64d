import type { Order, OrderStatus } from '@/api/types'
import { formatInteger } from '@/lib/integer'
import { ColumnHeads } from '@/ui/column-heads'
import { specialDelivery } from './fulfilment'
import { PrintSheet, Recipient } from './print-sheet'

export const TITLE = 'Packing slip'

function Lines({ order }: { order: Order }) {
  const units = order.orderedItems.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <table className="mt-8">
      <caption className="sr-only">What belongs into the parcel</caption>
      <ColumnHeads
        className="text-sm"
        heads={['Packed', 'Product ID', 'Item', { label: 'Quantity', end: true }]}
      />
      <tbody>
        {order.orderedItems.map((item) => (
          <tr key={item.productId}>
            <td>
              <span className="tick" />
              <span className="sr-only">Not ticked</span>
            </td>
            <td>{item.productId}</td>
            <td className="font-semibold">{item.name}</td>
            <td className="text-end text-lg font-semibold">{formatInteger(item.quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Units in all
          </th>
          <td className="text-end font-semibold">{formatInteger(units)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const isSent = (status: OrderStatus): boolean => status !== 'cancelled'

/** The packing slip: items without prices; a note for a cancelled order. */
export function PackingSlipPage() {
  return (
    <PrintSheet title={TITLE} printable={isSent}>
      {(order) =>
        !isSent(order.status) ? (
          <p role="alert" className="mt-8 text-lg font-semibold">
            This order was cancelled: nothing of it is packed or sent.
          </p>
        ) : (
          <>
            {specialDelivery(order) !== null && (
              <p className="together mt-8 border-2 border-ink p-3 text-lg font-semibold">
                {specialDelivery(order)}
              </p>
            )}
            <Recipient order={order} />
            <Lines order={order} />
            {order.customerNote !== null && (
              <section className="together mt-6">
                <h2 className="text-sm font-semibold">The customer's remark</h2>
                <p className="break-words whitespace-pre-line">{order.customerNote}</p>
              </section>
            )}
            <section className="together mt-6">
              <h2 className="text-sm font-semibold">Notes</h2>
              <p className="break-words whitespace-pre-line">{order.notes || 'No notes available'}</p>
            </section>
          </>
        )
      }
    </PrintSheet>
  )
}
