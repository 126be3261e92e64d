import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History, PackageX } from 'lucide-react'
import { isGone } from '@/api/refusal'
import type { Product } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'
import { formatInteger } from '@/lib/integer'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { LoadFailure } from '@/ui/admin/load-failure'
import { PagedTable } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { AdjustStockDialog } from './adjust-stock-dialog'
import { MOVEMENT_COLUMNS } from './movement-columns'
import { stockMovementsQuery } from './stock-queries'

export const TITLE = 'Stock History'

function NoSuchProduct() {
  return (
    <EmptyState
      icon={PackageX}
      title="There is no product with this ID."
      action={<ButtonLink to="/admin/products">Back to the products</ButtonLink>}
    />
  )
}

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
          open={adjusting.open}
          onOpenChange={adjusting.setOpen}
          withHistory={false}
        />
      )}
    </AdminPage>
  )
}
