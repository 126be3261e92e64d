import { Link } from 'react-router'
import { useMay } from '@/api/staff'
import type { StockAlert, StockAlertList, StockAlerts } from '@/api/types'
import type { StockView } from '@/features/catalog/queries'
import { formatInteger, pluralize } from '@/lib/integer'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Badge, type BadgeTone } from '@/ui/badge'
import { DashboardPanel, PanelGroup, ScrollList } from './panel'

function AlertRow({ product, tone, note }: { product: StockAlert; tone: BadgeTone; note: string }) {
  const mayEdit = useMay()('describeProducts')
  const id = encodeURIComponent(product.productId)
  return (
    <li className="flex items-center justify-between gap-4 py-1">
      <Link
        to={
          mayEdit ? `/admin/products/updateProducts?product=${id}` : `/admin/products/stock?productId=${id}`
        }
        state={FROM_HERE}
        className="flex min-h-11 min-w-0 flex-col justify-center hover:text-lotus"
      >
        <span className="font-medium underline decoration-line underline-offset-2">{product.name}</span>
        <span className="text-sm text-cocoa">{product.productId}</span>
      </Link>
      <Badge tone={tone}>{note}</Badge>
    </li>
  )
}

type Alert = {
  of: keyof StockAlerts
  title: string
  label: string
  /** The filter of the product list that shows all of them. */
  show: StockView
  empty: string
  tone: BadgeTone
  note: (product: StockAlert) => string
}

const ALERTS: readonly Alert[] = [
  {
    of: 'lowStock',
    title: 'Low Stock',
    label: 'Low stock',
    show: 'low',
    empty: 'No low stock items.',
    tone: 'yellow',
    note: ({ stock }) => `${stock} left`,
  },
  {
    of: 'outOfStock',
    title: 'Out of Stock',
    label: 'Out of stock',
    show: 'out',
    empty: 'No out-of-stock items.',
    tone: 'red',
    note: () => 'Sold out',
  },
  {
    of: 'replenishment',
    title: 'Stock Replenishment',
    label: 'Stock replenishment',
    show: 'replenish',
    empty: 'No restocking needed.',
    tone: 'blue',
    note: ({ days }) => `${pluralize(days ?? 0, 'day', 'days')} left`,
  },
]

/** The most urgent products of one kind, and their number. */
function AlertPanel(props: Alert & { found: StockAlertList }) {
  const { title, label, show, empty, tone, found, note } = props
  const { count, products } = found
  return (
    <DashboardPanel
      title={title}
      action={
        count > 0 && (
          <Link
            to={`/admin/products?show=${show}`}
            aria-label={`${title}: all ${pluralize(count, 'product', 'products')}`}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-lotus tabular-nums underline underline-offset-2 hover:text-lotus-deep"
          >
            {pluralize(count, 'product', 'products')}
          </Link>
        )
      }
    >
      <ScrollList label={label} empty={empty}>
        {products.map((product) => (
          <AlertRow key={product.productId} product={product} tone={tone} note={note(product)} />
        ))}
      </ScrollList>
      {count > products.length && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-cocoa">
          The {products.length} most pressing of {formatInteger(count)} are listed.
        </p>
      )}
    </DashboardPanel>
  )
}

/** Products that need attention. Each links to its form, and each list to all of its products. */
export function StockPanels({ alerts }: { alerts: StockAlerts }) {
  return (
    <PanelGroup title="Inventory & Stock Alerts">
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {ALERTS.map((alert) => (
          <AlertPanel key={alert.of} {...alert} found={alerts[alert.of]} />
        ))}
      </div>
    </PanelGroup>
  )
}
