import { type LucideIcon, PackageOpen, ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import type { Order } from '@/api/types'
import { StatusBadge } from '@/app/admin/order-status'
import { formatDateTime } from '@/lib/date'
import { Button } from '@/ui/button'
import { iconButtonClass } from '@/ui/icon-button'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { invoicePath, packingSlipPath } from './print-paths'

/** Side by side below the facts on a card. */
const ACTION = 'max-md:inline-flex max-md:w-1/2 max-md:pt-2'

function PrintLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className={iconButtonClass()}
      onClick={(event) => event.stopPropagation()}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </Link>
  )
}

export function orderColumns(
  onView: (order: Order) => void,
  onUpdate: (order: Order) => void,
): Column<Order>[] {
  return [
    {
      key: 'id',
      header: 'Order ID',
      cell: (order) => (
        <>
          <span className="font-semibold whitespace-nowrap">{order.orderId}</span>
          <span className="block text-sm text-cocoa">{order.name}</span>
        </>
      ),
    },
    { key: 'status', header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
    {
      key: 'date',
      header: 'Date',
      cell: (order) => <span className="md:whitespace-nowrap">{formatDateTime(order.date)}</span>,
    },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      cell: (order) => <Money amount={order.total} className="font-semibold" />,
    },
    {
      key: 'view',
      header: 'View',
      bare: true,
      className: `${ACTION} max-md:pe-1.5`,
      cell: (order) => (
        <div className="flex items-center max-md:w-full">
          <Button
            variant="quiet"
            size="sm"
            className="max-md:flex-1"
            aria-label={`View ${order.orderId}`}
            onClick={(event) => {
              event.stopPropagation()
              onView(order)
            }}
          >
            View
          </Button>
          <PrintLink
            to={invoicePath(order.orderId)}
            icon={ReceiptText}
            label={`Invoice of ${order.orderId}`}
          />
          <PrintLink
            to={packingSlipPath(order.orderId)}
            icon={PackageOpen}
            label={`Packing slip of ${order.orderId}`}
          />
        </div>
      ),
    },
    {
      key: 'update',
      header: 'Update',
      bare: true,
      className: `${ACTION} max-md:ps-1.5`,
      cell: (order) => (
        <Button
          variant="secondary"
          size="sm"
          className="max-md:w-full"
          aria-label={`Update ${order.orderId}`}
          onClick={(event) => {
            event.stopPropagation()
            onUpdate(order)
          }}
        >
          Update
        </Button>
      ),
    },
  ]
}
