// Quotes and orders of a small catalogue, as the server computes them.
import { HttpResponse, http } from 'msw'
import type { Order, OrderedItem, Quote, QuoteItem, QuoteRequest } from '@/api/types'
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
  discount: 0,
  netTotal: 0,
  stock: 10,
  available: true,
  ...item,
})

const sum = (items: readonly QuoteItem[], price: (item: QuoteItem) => number): number =>
  items.reduce((total, item) => total + toCents(price(item)) * item.quantity, 0) / 100

const STANDARD = {
  method: 'standard',
  label: 'Standard delivery',
  charge: 0,
  discount: 0,
  estimatedFrom: '2026-11-23',
  estimatedTo: '2026-11-25',
}

/** Delivery and payment of the default shop. */
const FREE_DELIVERY = {
  delivery: STANDARD,
  deliveryOptions: [STANDARD],
  paymentMethod: 'cod',
  paymentOptions: [{ method: 'cod', label: 'Cash on delivery', fee: 0, available: true }],
}

/** The delivery of an order of the default shop: no charge, and an address in one text. */
export const PLAIN_DELIVERY = {
  delivery: { method: 'standard', charge: 0, discount: 0, estimatedFrom: null, estimatedTo: null },
  deliveryAddress: null,
  discount: 0,
  explanation: [],
  promotions: [],
}

export function quoteFor(catalogue: Catalogue, lines: readonly OrderedItem[]): Quote {
  const items = lines.flatMap(({ productId, quantity }) => {
    const item = catalogue[productId]
    if (item === undefined) return []
    const lineTotal = (toCents(item.lastPrice) * quantity) / 100
    return [{ ...item, quantity, lineTotal, netTotal: lineTotal, available: quantity <= item.stock }]
  })
  const total = sum(items, (item) => item.lastPrice)
  const labeledTotal = sum(items, (item) => item.price)
  const discount = (toCents(labeledTotal) - toCents(total)) / 100
  const none = { explanation: [], promotions: [], coupon: null, hints: [] }
  return { items, total, labeledTotal, discount, itemsTotal: total, ...FREE_DELIVERY, ...none }
}

/** Answers quotes from the catalogue; refuses unknown products as the contract says. `terms` may price delivery and payment. */
export const quoteAnswer = (
  catalogue: Catalogue,
  terms: (quote: Quote, request: QuoteRequest) => Quote | Response = (quote) => quote,
) =>
  http.post(at('/api/orders/quote'), async ({ request }) => {
    const asked = (await request.json()) as QuoteRequest
    const { orderedItems } = asked
    const unknown = orderedItems.findIndex(({ productId }) => catalogue[productId] === undefined)
    if (unknown < 0) {
      const answer = terms(quoteFor(catalogue, orderedItems), asked)
      return answer instanceof Response ? answer : HttpResponse.json(answer)
    }
    return problem(422, {
      code: 'order.unknown_product',
      errors: { [`orderedItems[${unknown}].productId`]: ['is not a product of this shop'] },
    })
  })

export const order = (fields: Partial<Order> = {}): Order => ({
  orderId: 'ARL-7XK2',
  status: 'processing',
  date: '2026-11-20T19:05:00Z',
  orderedItems: [
    {
      productId: 'A',
      name: 'Glow Serum',
      image: '',
      price: 4350.25,
      quantity: 2,
      discount: 0,
      netTotal: 8700.5,
      returned: 0,
      returnable: 0,
    },
  ],
  name: 'Nimal Perera',
  address: '12 Flower Road, Colombo 07',
  phone: '077 123 4567',
  email: 'nimal@example.com',
  total: 8700.5,
  itemsTotal: 8700.5,
  labeledTotal: 8700.5,
  ...PLAIN_DELIVERY,
  paymentId: null,
  notes: '',
  refunded: false,
  fulfilmentStatus: 'unfulfilled',
  courier: null,
  trackingNumber: null,
  trackingUrl: null,
  customerNote: null,
  payment: {
    method: 'cod',
    paymentStatus: 'unpaid',
    charged: 0,
    returned: 0,
    held: 0,
    amountDue: 8700.5,
    refundDue: 0,
    expiresAt: null,
    lastAttempt: null,
  },
  slips: [],
  deliveredAt: null,
  returns: [],
  cancelReason: null,
  ...fields,
})
