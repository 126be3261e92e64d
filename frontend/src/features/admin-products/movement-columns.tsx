import { Link } from 'react-router'
import type { StockMovement } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatInteger, formatSignedInteger } from '@/lib/integer'
import { EmailText } from '@/ui/admin/email-text'
import { cx } from '@/ui/cx'
import type { Column } from '@/ui/table'

const REASONS: Record<StockMovement['reason'], string> = {
  initial: 'Added with the product',
  sale: 'Sold',
  cancellation: 'Order cancelled',
  reinstatement: 'Order taken up again',
  adjustment: 'Adjusted',
  edit: 'Product edited',
  import: 'Imported',
}

export const MOVEMENT_COLUMNS: readonly Column<StockMovement>[] = [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => <span className="md:whitespace-nowrap">{formatDateTime(at)}</span>,
  },
  {
    key: 'delta',
    header: 'Change',
    align: 'end',
    cell: ({ delta }) => (
      <span className={cx('font-semibold tabular-nums', delta > 0 ? 'text-success' : 'text-error')}>
        {formatSignedInteger(delta)}
      </span>
    ),
  },
  {
    key: 'after',
    header: 'Stock after',
    align: 'end',
    cell: ({ stockAfter }) => <span className="tabular-nums">{formatInteger(stockAfter)}</span>,
  },
  {
    key: 'reason',
    header: 'Kind',
    cell: ({ reason }) => <span className="inline-block md:min-w-28">{REASONS[reason]}</span>,
  },
  {
    key: 'note',
    header: 'Reason',
    cell: ({ note }) => (
      <span className="inline-block break-words whitespace-pre-line md:min-w-32">{note ?? '–'}</span>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderId }) =>
      orderId === null ? (
        '–'
      ) : (
        <Link
          to={`/admin/orders?q=${encodeURIComponent(orderId)}`}
          className="font-semibold whitespace-nowrap text-lotus underline underline-offset-4 hover:text-lotus-deep"
        >
          {orderId}
        </Link>
      ),
  },
  {
    key: 'by',
    header: 'By',
    cell: ({ actorEmail }) => (actorEmail === null ? 'The command line' : <EmailText address={actorEmail} />),
  },
]
