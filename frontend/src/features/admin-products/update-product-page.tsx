import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { Navigate, useLocation } from 'react-router'
import { messageOf } from '@/api/problem'
import { AdminPage } from '@/ui/admin/admin-page'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { Spinner } from '@/ui/spinner'
import { productEditQuery } from './queries'
import { UpdateProductForm } from './update-product-form'

export const TITLE = 'Update Product'

/** The product in the navigation state, or the one in the URL. */
function useProductId(): string | null {
  const { state, search } = useLocation()
  const handed = (state as { product?: { productId?: unknown } } | null)?.product?.productId
  return typeof handed === 'string' ? handed : new URLSearchParams(search).get('product')
}

function Editor({ productId }: { productId: string }) {
  // The product in the navigation state may be outdated: the form starts with the server's.
  const { data, error, isRefetching, refetch } = useQuery(productEditQuery(productId))
  if (data === null) {
    return (
      <EmptyState
        icon={PackageX}
        title="There is no product with this ID."
        action={<ButtonLink to="/admin/products">Back to the products</ButtonLink>}
      />
    )
  }
  if (data !== undefined) return <UpdateProductForm product={data} />
  if (error !== null) {
    return (
      <ErrorNotice
        message={messageOf(error, 'Failed To Fetch Products')}
        pending={isRefetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Spinner label="Loading..." className="size-8 text-lotus" />
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
