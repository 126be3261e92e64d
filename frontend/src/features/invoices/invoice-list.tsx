import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import type { Invoice } from '@/api/types'
import { formatDay } from '@/lib/date'
import { formatMoney } from '@/lib/money'
import { titleOf } from './words'

/** The documents of an order, each a link to its printable page. */
export function InvoiceList({
  invoices,
  pathOf,
  state,
}: {
  invoices: readonly Invoice[]
  pathOf: (invoice: Invoice) => string
  /** The navigation state of the links. */
  state?: unknown
}) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {invoices.map((invoice) => (
        <li key={invoice.number}>
          <Link
            to={pathOf(invoice)}
            state={state}
            className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2 hover:bg-shell"
          >
            <Printer aria-hidden size={18} className="flex-none text-cocoa" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold text-lotus underline underline-offset-2">
                {titleOf(invoice)} <span className="whitespace-nowrap">{invoice.number}</span>
              </span>
              <span className="text-sm text-cocoa">{formatDay(invoice.date)}</span>
            </span>
            <span className="ms-auto whitespace-nowrap tabular-nums">
              {formatMoney(invoice.kind === 'creditNote' ? -invoice.total : invoice.total)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
