import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { OrderedItem } from '@/api/types'
import { quoteFor, quoteItem } from '@/test/quotes'
import { at, server } from '@/test/server'
import { quoteQueries } from './queries'

it('requests quotes of at most 100 lines and sums them to the cent', async () => {
  const lines = Array.from({ length: 205 }, (_, index) => ({ productId: `P${index}`, quantity: 1 }))
  // 0.1 and 0.2 have no exact binary representation: their sum must be exact to the cent.
  const products = Object.fromEntries(
    lines.map(({ productId }) => [productId, quoteItem({ productId, price: 0.2, lastPrice: 0.1 })]),
  )
  const quoteSizes: number[] = []
  server.use(
    http.post(at('/api/orders/quote'), async ({ request }) => {
      const { orderedItems } = (await request.json()) as { orderedItems: OrderedItem[] }
      quoteSizes.push(orderedItems.length)
      return HttpResponse.json(quoteFor(products, orderedItems))
    }),
  )
  const quote = await new QueryClient().fetchQuery(quoteQueries.quote(lines))
  expect(quoteSizes.sort()).toEqual([100, 100, 5])
  expect(quote.items.map(({ productId }) => productId)).toEqual(lines.map(({ productId }) => productId))
  expect(quote).toMatchObject({ total: 20.5, labeledTotal: 41, discount: 20.5 })
})
