import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapOrNull } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { pagedQuery } from '@/api/paging'
import type { NewProduct, Product, ProductUpdate, StockAdjustmentInput } from '@/api/types'

const MOVEMENTS = 'stock-movements'

/** The stock movements of a product, newest first. */
export const stockMovementsQuery = (productId: string) => ({
  ...pagedQuery([MOVEMENTS, productId], (after, signal) =>
    api.GET('/api/products/{productId}/stock-movements', {
      params: { path: { productId }, query: { limit: 50, ...after } },
      signal,
    }),
  ),
  // Orders, edits and imports add movements as well.
  staleTime: 0,
})

/** Sends `expectedStock`, so that a stock which has changed meanwhile is not adjusted. */
export function useAdjustStock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, adjustment }: { productId: string; adjustment: StockAdjustmentInput }) =>
      unwrap(
        api.POST('/api/products/{productId}/stock', { params: { path: { productId } }, body: adjustment }),
      ),
    onSuccess: ({ product }) => showProduct(client, product),
    onSettled: () => {
      invalidateLists(client, ['products'])
      invalidateLists(client, ['overview'])
      void client.invalidateQueries({ queryKey: [MOVEMENTS] })
    },
  })
}

export const updatePath = (productId: string): string =>
  `/admin/products/updateProducts?product=${encodeURIComponent(productId)}`

export const historyPath = (productId: string): string =>
  `/admin/products/stock?productId=${encodeURIComponent(productId)}`

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
function showProduct(client: QueryClient, product: Product): void {
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
