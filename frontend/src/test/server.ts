// The API as the tests see it. A test adds what it needs: server.use(http.get(at('/api/shop'), () => HttpResponse.json(…))).
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { API_BASE_URL } from '@/api/client'
import type { OrderListCounts, Shop, ShopTerms, Suggestions, Waiting } from '@/api/types'
import { CONTENT } from './content'
import { SHOP } from './shop'

export { SHOP } from './shop'

/** The full address of a path of the API. */
export const at = (path: string): string => `${API_BASE_URL}${path}`

/** Terms of the default shop: standard delivery everywhere without a charge, and cash on delivery. */
export const TERMS: ShopTerms = {
  changedMind: false,
  delivery: {
    cutOff: '14:00',
    defaultMethod: 'standard',
    methods: [{ method: 'standard', label: 'Standard delivery' }],
    rates: [],
    zones: [],
  },
  districts: ['Colombo', 'Galle', 'Jaffna', 'Kandy'],
  guestCheckout: false,
  mailConnected: true,
  mailLanguages: ['en'],
  needsDistrict: false,
  payment: {
    bankAccount: null,
    methods: [{ method: 'cod', label: 'Cash on delivery', districts: [], fee: 0, max: null, min: null }],
  },
  returnDays: 7,
}

/** What `GET /api/shop` answers. */
export const shopWith = (terms: Partial<Shop> = {}): Shop => ({
  ...SHOP,
  ...TERMS,
  promotions: [],
  ...terms,
})

/** A problem as the server sends it. */
export const problem = (
  status: number,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  HttpResponse.json(
    {
      type: 'about:blank',
      title: 'Problem',
      status,
      code: `test.${status}`,
      message: `Problem ${status}`,
      ...body,
    },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  )

const NO_SUGGESTIONS: Suggestions = { products: [], brands: [], categories: [], corrected: null }

const NO_ORDERS: OrderListCounts = {
  all: 0,
  processing: 0,
  shipped: 0,
  completed: 0,
  cancelled: 0,
  toPack: 0,
  toCall: 0,
  packed: 0,
  readyForPickup: 0,
  unpaid: 0,
  attention: 0,
  returnsRequested: 0,
  returnsApproved: 0,
}

export const NOTHING_WAITS: Waiting = {
  toPack: 0,
  toCall: 0,
  slipsToCheck: 0,
  returns: 0,
  refundsDue: 0,
  attention: 0,
  messages: 0,
  lowStock: 0,
  backups: 0,
  mailConnected: true,
}

export const NO_SECOND_FACTOR = {
  secondFactor: { enabled: false, since: null, recoveryCodesLeft: 0 },
  secondFactorRequired: false,
  confirmedUntil: null,
}

/**
 * Search boxes ask for suggestions on every page, a signed-in customer has no saved address, no order has an invoice, and the back-office
 * counts its lists and what waits, and reads the shop's couriers.
 */
export const server = setupServer(
  http.get(at('/api/shop'), () => HttpResponse.json(shopWith())),
  http.get(at('/api/content'), () => HttpResponse.json(CONTENT)),
  http.get(at('/api/users/addresses'), () => HttpResponse.json([])),
  http.get(at('/api/products/suggestions'), () => HttpResponse.json(NO_SUGGESTIONS)),
  http.get(at('/api/orders/:id/invoices'), () => HttpResponse.json([])),
  http.get(at('/api/admin/couriers'), () => HttpResponse.json([])),
  http.get(at('/api/admin/orders/counts'), () => HttpResponse.json(NO_ORDERS)),
  http.get(at('/api/admin/waiting'), () => HttpResponse.json(NOTHING_WAITS)),
  http.get(at('/api/admin/outbox'), () => HttpResponse.json([])),
  http.get(at('/api/admin/attention'), () => HttpResponse.json([])),
  http.get(at('/api/users/security'), () => HttpResponse.json(NO_SECOND_FACTOR)),
  http.get(at('/api/users/sessions'), () => HttpResponse.json([])),
)
