import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Link } from 'react-router'
import { isGone } from '@/api/refusal'
import type { Product, StockMovement } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'
import { formatInteger, formatSignedInteger } from '@/lib/integer'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmailText, timeColumn } from '@/ui/admin/columns'
import { LoadFailure } from '@/ui/admin/load-failure'
import { PagedTable } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/empty-state'
import type { Column } from '@/ui/table'
import { AdjustStockDialog } from './adjust-stock-dialog'
import { NoSuchProduct } from './no-such-product'
import { stockMovementsQuery } from './queries'

const REASONS: Record<StockMovement['reason'], string> = {
  initial: 'Added with the product',
  sale: 'Sold',
  cancellation: 'Order cancelled',
  reinstatement: 'Order taken up again',
  return: 'Came back with a return',
  adjustment: 'Adjusted',
  edit: 'Product edited',
  import: 'Imported',
}

const MOVEMENT_COLUMNS: readonly Column<StockMovement>[] = [
  timeColumn('at', 'When', ({ at }) => at),
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

export const TITLE = 'Stock History'

function Movements({ productId }: { productId: string }) {
  const query = useInfiniteQuery(stockMovementsQuery(productId))
  if (isGone(query.error)) return <NoSuchProduct />
  return (
    <PagedTable
      query={query}
      noun="changes"
      failure="Failed To Fetch The Stock History"
      caption="Stock history"
      plain
      columns={MOVEMENT_COLUMNS}
      rowKey={({ at, stockAfter, delta, reason }) => `${at} ${reason} ${stockAfter} ${delta}`}
      empty={<EmptyState icon={History} title="The stock of this product has never changed." />}
    />
  )
}

/** The stock history of the product in the URL. */
export function StockHistoryPage() {
  const [params] = useUrlState()
  const productId = params.get('productId') ?? ''
  const detail = useQuery({ ...productQueries.detail(productId), enabled: productId !== '' })
  const product = detail.data
  const adjusting = useConfirm<Product>()
  return (
    <AdminPage
      title={TITLE}
      about="Every change of the stock of one product."
      action={
        product && (
          <Button variant="secondary" onClick={() => adjusting.ask(product)}>
            Adjust Stock
          </Button>
        )
      }
    >
      <div className="-mt-5">
        <Breadcrumb
          items={[{ label: 'Products', to: '/admin/products' }, { label: product?.productName ?? productId }]}
        />
      </div>
      {product && (
        <p className="mt-2 mb-5 text-cocoa">
          <span className="font-semibold text-ink">{product.productName}</span> ({product.productId}):{' '}
          <span className="font-semibold text-ink">{formatInteger(product.stock)}</span> in stock now
        </p>
      )}
      {product === undefined && detail.isError && (
        <div className="mt-2 mb-5">
          <LoadFailure what="The product" pending={detail.isFetching} onRetry={() => void detail.refetch()} />
        </div>
      )}
      {productId === '' ? <NoSuchProduct /> : <Movements productId={productId} />}
      {adjusting.subject && (
        <AdjustStockDialog
          key={adjusting.subject.stock}
          product={adjusting.subject}
          {...adjusting.dialog}
          withHistory={false}
        />
      )}
    </AdminPage>
  )
}
