import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, FileUp, PackageSearch, Plus } from 'lucide-react'
import { type May, useMay } from '@/api/staff'
import type { Product } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'
import { shopDay } from '@/lib/date'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { EmptyList } from '@/ui/admin/empty-list'
import { PagedTable } from '@/ui/admin/paged-table'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button, ButtonLink } from '@/ui/button'
import { toast } from '@/ui/toast'
import { AdjustStockDialog } from './adjust-stock-dialog'
import { listParamsOf, readListState } from './list-state'
import { productColumns } from './product-columns'
import { ProductToolbar } from './product-toolbar'
import { useDeleteProduct } from './queries'
import { fetchSheet, saveFile } from './sheet-transfer'

type DeleteProductDialogProps = {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteProductDialog({ product, ...dialog }: DeleteProductDialogProps) {
  return (
    <DeleteDialog
      {...dialog}
      name={product.productName}
      id={product.productId}
      mutation={useDeleteProduct()}
      success="The product was deleted successfully"
      onError={() => toast.error('Failed to delete the product.')}
    >
      <p className="mt-2 text-sm text-cocoa">Orders keep its name, picture and price.</p>
    </DeleteDialog>
  )
}

/** Downloads all products as a spreadsheet, regardless of the list's filters. */
function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchSheet,
    onSuccess: (sheet) => {
      saveFile(sheet, `products-${shopDay(Date.now())}.csv`)
      toast.success('The Products Were Exported Successfully')
    },
    onError: () => toast.error('The Products Were Not Exported Due To An Error'),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={isPending}
      pendingLabel="Exporting..."
      onClick={() => mutate()}
    >
      <Download aria-hidden size={18} />
      Export
    </Button>
  )
}

export const TITLE = 'Admin Products Page'

function SheetActions({ may }: { may: May }) {
  return (
    <div className="flex flex-wrap gap-3">
      {may('manageProducts') && (
        <ButtonLink to="/admin/products/import" variant="secondary" size="sm">
          <FileUp aria-hidden size={18} />
          Import
        </ButtonLink>
      )}
      {may('exportProducts') && <ExportButton />}
    </div>
  )
}

/** What to do first in a shop without products. */
function FirstProduct() {
  return (
    <>
      <p className="mb-4">Enter your first product, or import a sheet if you have many.</p>
      <ButtonLink to="/admin/products/addProducts">Add the first product</ButtonLink>
    </>
  )
}

export function AdminProductsPage() {
  const [params, patch] = useUrlState()
  const state = readListState(params)
  const query = useInfiniteQuery(productQueries.list(listParamsOf(state)))
  const deleting = useConfirm<Product>()
  const adjusting = useConfirm<Product>()
  const may = useMay()
  const columns = productColumns({ onDelete: deleting.ask, onAdjust: adjusting.ask, may })
  const filtered = state.q !== '' || state.show !== '' || state.category !== ''
  return (
    <AdminPage
      title={TITLE}
      about="All products of the shop, with price and stock."
      action={<SheetActions may={may} />}
    >
      <ProductToolbar state={state} onChange={(change) => patch({ ...change, pages: null })} />
      <div className="pb-20">
        <PagedTable
          query={query}
          noun="products"
          failure="Failed To Fetch Products"
          caption="Products"
          columns={columns}
          rowKey={(product) => product._id}
          empty={
            <EmptyList
              icon={PackageSearch}
              noun="products"
              filtered={filtered}
              onShowAll={() => patch({ q: null, show: null, category: null, pages: null })}
              first={may('manageProducts') && <FirstProduct />}
            />
          }
        />
      </div>
      {may('manageProducts') && (
        <ButtonLink
          to="/admin/products/addProducts"
          state={FROM_HERE}
          className="fixed end-4 bottom-4 z-30 shadow-lift sm:end-8 sm:bottom-6"
        >
          <Plus aria-hidden size={20} />
          Add Product
        </ButtonLink>
      )}
      {adjusting.subject && <AdjustStockDialog product={adjusting.subject} {...adjusting.dialog} />}
      {deleting.subject && <DeleteProductDialog product={deleting.subject} {...deleting.dialog} />}
    </AdminPage>
  )
}
