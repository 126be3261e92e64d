import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { carriedBy } from '@/api/refusal'
import type { Product } from '@/api/types'
import { AdminPage } from '@/ui/admin/admin-page'
import { ConflictFrame, VersionConflict } from '@/ui/admin/conflict-frame'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { useBackLink } from '@/ui/admin/use-back-link'
import { Button } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { toast } from '@/ui/toast'
import { NoSuchProduct } from './no-such-product'
import { ProductForm } from './product-fields'
import { productUpdateOf, valuesOf } from './product-form'
import { productEditQuery, useUpdateProduct } from './queries'
import { useProductForm } from './use-product-form'

type StockConflictProps = {
  /** The stock as the form was opened, as it is now, and in the form. */
  before: string
  now: string
  mine: string
  pending: boolean
  /** Saves with this stock. */
  onSave: (stock: string) => void
}

function StockConflict({ before, now, mine, pending, onSave }: StockConflictProps) {
  return (
    <ConflictFrame
      title="The stock has changed meanwhile"
      buttons={
        <>
          <Button size="sm" pending={pending} onClick={() => onSave(now)}>
            Save with {now} in stock
          </Button>
          {mine !== now && (
            <Button size="sm" variant="secondary" disabled={pending} onClick={() => onSave(mine)}>
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
  const { productId } = product
  const back = useBackLink('/admin/products')
  const [stock, setStock] = useState<number | null>(null)
  const { mutate, isPending } = useUpdateProduct()
  const state = useProductForm({
    productId,
    data: product,
    baseOf: (present) => ({ values: valuesOf(present), version: present.version }),
    presentOf: (error) => carriedBy<Product>(error, 'product.version_conflict', 'product'),
    failure: 'The Product Was Not Updated Due To An Error',
    pending: isPending,
    send: ({ values, opened, version }, { refused }) =>
      mutate(
        { productId, update: productUpdateOf(values, opened, version) },
        {
          onSuccess: () => {
            toast.success('The Product Was Updated Successfully')
            unsaved.release()
            state.forget()
            back.leave()
          },
          onError: (error) => {
            setStock(carriedBy<number>(error, 'product.stock_changed', 'stock'))
            refused(error)
          },
        },
      ),
  })
  const unsaved = useUnsavedChanges(state.dirty, product.productName, state.forget)
  const { conflict, opened, values } = state
  return (
    <>
      <ProductForm
        state={state}
        label="Update Product"
        pendingLabel="Saving..."
        back={back.link}
        idFixed
        emptyImagesHint={
          product.images.length === 0
            ? 'Without a picture the shop shows a placeholder.'
            : 'With no picture here the product keeps the ones that it has.'
        }
      >
        {stock !== null && (
          <StockConflict
            key={stock}
            before={opened.stock}
            now={String(stock)}
            mine={values.stock}
            pending={isPending}
            onSave={(mine) => state.saveOver({ stock: String(stock) }, { stock: mine })}
          />
        )}
        {conflict && (
          <VersionConflict
            key={conflict.version}
            title="This product was changed by somebody else meanwhile"
            conflict={conflict}
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
