import type { Order } from '@/api/types'
import { extraLines } from '@/features/orders/extra-lines'
import { balanceLines } from '@/features/payments/payment-state'
import { formatInteger } from '@/lib/integer'
import { formatCents, formatMoney, lineTotalCents } from '@/lib/money'
import { ColumnHeads } from '@/ui/column-heads'
import { invoiceTitle } from './print-paths'
import { PrintSheet, Recipient } from './print-sheet'

export const TITLE = invoiceTitle('processing')

function Lines({ order }: { order: Order }) {
  const extras = extraLines(order)
  return (
    <table className="mt-8 text-sm">
      <caption className="sr-only">What was ordered</caption>
      <ColumnHeads
        heads={['Item', ...['Price', 'Quantity', 'Total'].map((label) => ({ label, end: true }))]}
      />
      <tbody>
        {order.orderedItems.map((item) => (
          <tr key={item.productId}>
            <td>
              <span className="block font-semibold">{item.name}</span>
              {item.productId}
            </td>
            <td className="text-end">{formatMoney(item.price)}</td>
            <td className="text-end">{formatInteger(item.quantity)}</td>
            <td className="text-end">{formatCents(lineTotalCents(item.price, item.quantity))}</td>
          </tr>
        ))}
      </tbody>
      {extras.length > 0 && (
        <tbody>
          {extras.map(({ code, label, amount }) => (
            <tr key={code + label}>
              <th scope="row" colSpan={3} className="text-start font-normal">
                {label}
              </th>
              <td className="text-end">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  )
}

/** What was paid of the total, what is to be paid, and what goes back. */
function Balance({ order }: { order: Order }) {
  const lines = balanceLines(order)
  if (lines.length === 0) return null
  return (
    <dl className="together mt-2 grid gap-1 tabular-nums">
      {lines.map(({ label, amount }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Payment({ order }: { order: Order }) {
  if (!order.paymentId) return null
  return (
    <p className="together mt-6 text-sm">
      Payment ID: {order.paymentId}
      {order.refunded && ' (refunded)'}
    </p>
  )
}

/** The note on a cancelled order's sheet, which is no invoice. */
function Cancelled() {
  return (
    <p className="together mt-8 border-2 border-ink p-3 text-lg font-semibold">
      This order was cancelled. This is no invoice: nothing is to be paid.
    </p>
  )
}

/** An order's printable invoice; a cancelled order is marked. */
export function InvoicePage() {
  return (
    <PrintSheet title={invoiceTitle}>
      {(order) => (
        <>
          {order.status === 'cancelled' && <Cancelled />}
          <Recipient order={order}>
            <p className="break-words">{order.email}</p>
          </Recipient>
          <Lines order={order} />
          <p className="together mt-4 flex items-baseline justify-between gap-4 text-lg font-semibold tabular-nums">
            <span>Grand Total</span>
            <span>{formatMoney(order.total)}</span>
          </p>
          <Balance order={order} />
          <Payment order={order} />
        </>
      )}
    </PrintSheet>
  )
}
