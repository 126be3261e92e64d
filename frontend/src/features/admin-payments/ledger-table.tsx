import type { LedgerEntry, Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatMoney } from '@/lib/money'
import { EmailText } from '@/ui/admin/email-text'
import { type Column, DataTable } from '@/ui/table'
import { kindLabel, methodLabel } from './labels'

/** Money that went out has a minus; a correction has the sign of neither. */
const signed = ({ kind, amount }: LedgerEntry): string =>
  formatMoney(kind === 'refund' || kind === 'chargeback' ? -amount : amount)

function Author({ entry: { actor, attemptId } }: { entry: LedgerEntry }) {
  if (actor !== null) return <EmailText address={actor} />
  return attemptId === null ? 'Automatic' : 'PayHere'
}

const COLUMNS: Column<LedgerEntry>[] = [
  {
    key: 'kind',
    header: 'Entry',
    cell: ({ kind, method, state }) => (
      <>
        <span className="font-semibold">{kindLabel(kind)}</span>
        <span className="block text-sm text-cocoa">
          {methodLabel(method)}
          {state === 'reversed' && ', corrected'}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (entry) => (
      <span className="whitespace-nowrap tabular-nums">
        {entry.state === 'reversed' ? <s>{signed(entry)}</s> : signed(entry)}
      </span>
    ),
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <span className="break-all">{reference ?? '–'}</span>,
  },
  {
    key: 'author',
    header: 'Recorded',
    cell: (entry) => (
      <>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        <span className="block text-sm text-cocoa">
          <Author entry={entry} />
        </span>
      </>
    ),
  },
]

/** What was booked for an order, oldest first; nothing for an order without a booking. */
export function LedgerTable({ order: { ledger = [] } }: { order: Order }) {
  if (ledger.length === 0) return null
  return (
    <DataTable
      caption="Bookings, oldest first"
      plain
      dense
      columns={COLUMNS}
      // Entries are only ever added behind.
      rows={ledger}
      rowKey={(entry) => ledger.indexOf(entry)}
      empty={null}
    />
  )
}
