import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapOrNull } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import type { NewProduct, Product, ProductUpdate } from '@/api/types'

/** A product to edit: refetched for each form, and not while the form is open. Null when it does not exist. */
export const productEditQuery = (productId: string) =>
  queryOptions({
    queryKey: ['product-edit', productId],
    queryFn: ({ signal }) =>
      unwrapOrNull(api.GET('/api/products/{productId}', { params: { path: { productId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const LISTS = ['products', 'list']
const detailKey = (productId: string) => ['products', 'detail', productId]

/** Writes a product into all cached lists and views. */
export function showProduct(client: QueryClient, product: Product): void {
  const { productId } = product
  client.setQueryData<Product | null>(detailKey(productId), (known) => known && product)
  replaceRow<Product>(client, LISTS, (row) => row.productId === productId, product)
}

export function useCreateProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (product: NewProduct) => unwrap(api.POST('/api/products', { body: product })),
    onSuccess: () => invalidateLists(client, ['products']),
  })
}

/** Sends `version` and `expectedStock`, so that an edit never overwrites another edit or a sale. */
export function useUpdateProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, update }: { productId: string; update: ProductUpdate }) =>
      unwrap(api.PUT('/api/products/update/{productId}', { params: { path: { productId } }, body: update })),
    onSuccess: ({ product }) => showProduct(client, product),
    onSettled: () => invalidateLists(client, ['products']),
  })
}

export function useDeleteProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (productId: string) =>
      unwrap(api.DELETE('/api/products/{productId}', { params: { path: { productId } } })),
    onSuccess: (_, productId) =>
      replaceRow<Product>(client, LISTS, (row) => row.productId === productId, null),
    onSettled: () => invalidateLists(client, ['products']),
  })
}
