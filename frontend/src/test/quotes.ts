// Quotes and orders of a small catalogue, as the server computes them.
import { HttpResponse, http } from 'msw'
import type { Order, OrderedItem, Quote, QuoteItem } from '@/api/types'
import { toCents } from '@/lib/money'
import { at, problem } from './server'

export type Catalogue = Record<string, QuoteItem>

export const quoteItem = (item: Partial<QuoteItem>): QuoteItem => ({
  productId: 'A',
  name: 'Product',
  image: '',
  price: 100,
  lastPrice: 100,
  quantity: 1,
  lineTotal: 0,
  stock: 10,
  available: true,
  ...item,
})

const sum = (items: readonly QuoteItem[], price: (item: QuoteItem) => number): number =>
  items.reduce((total, item) => total + toCents(price(item)) * item.quantity, 0) / 100

export function quoteFor(catalogue: Catalogue, lines: readonly OrderedItem[]): Quote {
  const items = lines.flatMap(({ productId, quantity }) => {
    const item = catalogue[productId]
    if (item === undefined) return []
    const lineTotal = (toCents(item.lastPrice) * quantity) / 100
    return [{ ...item, quantity, lineTotal, available: quantity <= item.stock }]
  })
  const total = sum(items, (item) => item.lastPrice)
  const labeledTotal = sum(items, (item) => item.price)
  return { items, total, labeledTotal, discount: (toCents(labeledTotal) - toCents(total)) / 100 }
}

/** Answers quotes from the catalogue; refuses unknown products as the contract says. */
export const quoteAnswer = (catalogue: Catalogue) =>
  http.post(at('/api/orders/quote'), async ({ request }) => {
    const { orderedItems } = (await request.json()) as { orderedItems: OrderedItem[] }
    const unknown = orderedItems.findIndex(({ productId }) => catalogue[productId] === undefined)
    if (unknown < 0) return HttpResponse.json(quoteFor(catalogue, orderedItems))
    return problem(422, {
      code: 'order.unknown_product',
      errors: { [`orderedItems[${unknown}].productId`]: ['is not a product of this shop'] },
    })
  })

export const order = (fields: Partial<Order> = {}): Order => ({
  orderId: 'ARL-7XK2',
  status: 'processing',
  date: '2026-11-20T19:05:00Z',
  orderedItems: [{ productId: 'A', name: 'Glow Serum', image: '', price: 4350.25, quantity: 2 }],
  name: 'Nimal Perera',
  address: '12 Flower Road, Colombo 07',
  phone: '077 123 4567',
  email: 'nimal@example.com',
  total: 8700.5,
  paymentId: null,
  notes: '',
  refunded: false,
  fulfilmentStatus: 'unfulfilled',
  courier: null,
  trackingNumber: null,
  trackingUrl: null,
  customerNote: null,
  ...fields,
})
