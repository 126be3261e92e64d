import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapOrNull } from '@/api/client'
import type { NewProduct, ProductUpdate } from '@/api/types'
import { invalidateProducts } from '@/features/catalog/queries'

/** A product to be edited: read anew for each form, and never again under it. Null when there is none. */
export const productEditQuery = (productId: string) =>
  queryOptions({
    queryKey: ['product-edit', productId],
    queryFn: ({ signal }) =>
      unwrapOrNull(api.GET('/api/products/{productId}', { params: { path: { productId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export function useCreateProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (product: NewProduct) => unwrap(api.POST('/api/products', { body: product })),
    onSuccess: () => invalidateProducts(client),
  })
}

/** Sends `version`, `stock` and `expectedStock` along, so that an edit never overwrites another edit or a sale. */
export function useUpdateProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, update }: { productId: string; update: ProductUpdate }) =>
      unwrap(api.PUT('/api/products/update/{productId}', { params: { path: { productId } }, body: update })),
    onSettled: () => invalidateProducts(client),
  })
}

export function useDeleteProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (productId: string) =>
      unwrap(api.DELETE('/api/products/{productId}', { params: { path: { productId } } })),
    onSettled: () => invalidateProducts(client),
  })
}
