import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '@/api/problem'
import type { Product } from '@/api/types'
import { AdminPage } from '@/ui/admin/admin-page'
import { fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import { ConflictFrame, VersionConflict } from '@/ui/admin/conflict-frame'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { useBackLink } from '@/ui/admin/use-back-link'
import { Button } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { toast } from '@/ui/toast'
import { NoSuchProduct } from './no-such-product'
import { ProductForm } from './product-fields'
import { COMPARED, type ProductFormValues, productUpdateOf, type Seen, valuesOf } from './product-form'
import { productEditQuery, useUpdateProduct } from './queries'
import { seenWith, useDraftOf, useProductDraft, useProductForm } from './use-product-form'

/** The product has changed since the form was opened: its stock was sold or adjusted, or it was edited. */
type Conflict = { kind: 'stock'; stock: number } | { kind: 'version'; product: Product }

function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { stock, product } = error.body
  if (error.code === 'product.stock_changed' && typeof stock === 'number') return { kind: 'stock', stock }
  if (error.code === 'product.version_conflict' && typeof product === 'object' && product !== null)
    return { kind: 'version', product: product as Product }
  return null
}

type StockConflictProps = {
  /** The stock as the form was opened, as it is now, and in the form. */
  before: number
  now: number
  mine: string
  pending: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

function StockConflict({ before, now, mine, pending, onKeepMine, onTakeTheirs }: StockConflictProps) {
  return (
    <ConflictFrame
      title="The stock has changed meanwhile"
      buttons={
        <>
          <Button size="sm" pending={pending} onClick={onTakeTheirs}>
            Save with {now} in stock
          </Button>
          {mine !== String(now) && (
            <Button size="sm" variant="secondary" disabled={pending} onClick={onKeepMine}>
              Save with {mine} in stock
            </Button>
          )}
        </>
      }
    >
      <p>
        It was {before} when you opened this page and is {now} now. Your form says {mine}. Nothing has been
        saved yet.
      </p>
    </ConflictFrame>
  )
}

/** Edits a product as loaded with the page; saving detects later changes. */
function UpdateProductForm({ product }: { product: Product }) {
  const back = useBackLink('/admin/products')
  // The state that the form is based on, and that the server compares.
  const [opened, setOpened] = useState(() => valuesOf(product))
  const state = useProductForm(opened)
  const { form } = state
  const productDraft = useDraftOf(product.productId, opened)
  const [seen, setSeen] = useState<Seen>(() => seenWith(productDraft.draft, product))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const unsaved = useUnsavedChanges(state.dirty, product.productName, productDraft.forget)
  const { mutate, isPending } = useUpdateProduct()
  useProductDraft(form, productDraft, opened, seen)
  const save = (values: ProductFormValues, basedOn: Seen) => {
    setSeen(basedOn)
    mutate(
      { productId: product.productId, update: productUpdateOf(values, basedOn) },
      {
        onSuccess: () => {
          toast.success('The Product Was Updated Successfully')
          unsaved.release()
          productDraft.forget()
          back.leave()
        },
        onError: (error) => {
          toast.error('The Product Was Not Updated Due To An Error')
          setConflict(conflictOf(error))
          state.showErrors(error)
        },
      },
    )
  }
  const saveAgain = (basedOn: Seen) => void state.submit((values) => save(values, basedOn))()
  const keepStock = (stock: number) => saveAgain({ version: seen.version, stock })
  const takeStock = (stock: number) => {
    form.setValue('stock', String(stock), { shouldDirty: true })
    keepStock(stock)
  }
  const keepMine = (present: Product) => {
    const mine = mergedFields(opened, form.getValues(), valuesOf(present))
    setOpened(valuesOf(present))
    form.reset(mine, { keepDefaultValues: true })
    saveAgain(present)
  }
  const takeTheirs = (present: Product) => {
    setOpened(valuesOf(present))
    form.reset(valuesOf(present))
    setSeen(present)
    setConflict(null)
  }
  return (
    <>
      <ProductForm
        state={state}
        onSubmit={state.submit((values) => save(values, seen))}
        label="Update Product"
        pendingLabel="Saving..."
        pending={isPending}
        back={back.link}
        idFixed
        emptyImagesHint={
          product.images.length === 0
            ? 'Without a picture the shop shows a placeholder.'
            : 'With no picture here the product keeps the ones that it has.'
        }
      >
        {conflict?.kind === 'stock' && (
          <StockConflict
            key={conflict.stock}
            before={seen.stock}
            now={conflict.stock}
            mine={form.watch('stock')}
            pending={isPending}
            onKeepMine={() => keepStock(conflict.stock)}
            onTakeTheirs={() => takeStock(conflict.stock)}
          />
        )}
        {conflict?.kind === 'version' && (
          <VersionConflict
            key={conflict.product.version}
            title="This product was changed by somebody else meanwhile"
            conflict={{
              differences: fieldDifferences(COMPARED, opened, form.watch(), valuesOf(conflict.product)),
              keepMine: () => keepMine(conflict.product),
              takeTheirs: () => takeTheirs(conflict.product),
            }}
            none="What is in the form is the same as the product as it is now."
            pending={isPending}
          >
            <p>
              Nothing has been saved yet. Saving your changes keeps the present values wherever you changed
              nothing.
            </p>
          </VersionConflict>
        )}
      </ProductForm>
      {unsaved.dialog}
    </>
  )
}

export const TITLE = 'Update Product'

/** The product in the navigation state, or the one in the URL. */
function useProductId(): string | null {
  const { state, search } = useLocation()
  const handed = (state as { product?: { productId?: unknown } } | null)?.product?.productId
  return typeof handed === 'string' ? handed : new URLSearchParams(search).get('product')
}

function Editor({ productId }: { productId: string }) {
  // The product in the navigation state may be outdated: the form starts with the server's.
  const query = useQuery(productEditQuery(productId))
  return (
    <Loaded query={query} failure="Failed To Fetch Products">
      {(product) => (product === null ? <NoSuchProduct /> : <UpdateProductForm product={product} />)}
    </Loaded>
  )
}

export function UpdateProductPage() {
  const productId = useProductId()
  if (productId === null || productId === '') return <Navigate to="/admin/products" replace />
  return (
    <AdminPage title={TITLE} about="Changes are in the shop as soon as you save them.">
      <Editor key={productId} productId={productId} />
    </AdminPage>
  )
}
