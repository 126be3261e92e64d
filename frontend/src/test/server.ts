// The API as the tests see it. A test adds what it needs: server.use(http.get(at('/api/shop'), () => HttpResponse.json(…))).
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { API_BASE_URL } from '@/api/client'
import type { OrderListCounts, Shop, ShopInfo, ShopTerms, Suggestions, Waiting } from '@/api/types'

/** The full address of a path of the API. */
export const at = (path: string): string => `${API_BASE_URL}${path}`

export const SHOP: ShopInfo = {
  name: 'Araliya',
  phone: '+94 11 255 0142',
  email: 'hello@araliya.example',
  address: '27 Ward Place, Colombo 07',
  openingHours: 'Monday to Friday, 9 AM to 6 PM',
  currency: 'LKR',
  timeZone: 'Asia/Colombo',
  limits: {
    altNameLength: 100,
    altNames: 20,
    cartLines: 100,
    contactMessageLength: 5000,
    contactMessageMin: 10,
    contactNameLength: 100,
    descriptionLength: 5000,
    emailLength: 254,
    imageUrlLength: 2048,
    imagesPerProduct: 10,
    labelLength: 100,
    lowStock: 5,
    maxPrice: 1_000_000_000,
    maxQuantity: 1_000_000,
    maxStock: 1_000_000,
    maxWeight: 100_000,
    nameLength: 100,
    customerNoteLength: 500,
    cancelReasonLength: 500,
    notesLength: 2000,
    noteLength: 2000,
    courierLength: 100,
    trackingNumberLength: 100,
    orderAddressLength: 1000,
    orderNameLength: 200,
    passwordMax: 128,
    passwordMin: 8,
    paymentIdLength: 200,
    phoneMaxLength: 20,
    phoneMinLength: 7,
    productIdLength: 64,
    productNameLength: 200,
    reservedProductIds: ['search', 'facets', 'export', 'import', 'imports', 'suggestions', 'update'],
    reviewCommentLength: 1000,
    searchLength: 100,
    sheetBytes: 10 * 1024 * 1024,
    sheetRows: 10_000,
    stockReasonLength: 1000,
    uploadBytes: 5 * 1024 * 1024,
  },
}

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
  needsDistrict: false,
  payment: {
    bankAccount: null,
    methods: [{ method: 'cod', label: 'Cash on delivery', districts: [], fee: 0, max: null, min: null }],
  },
  returnDays: 7,
}

/** What `GET /api/shop` answers. */
export const shopWith = (terms: Partial<ShopTerms> = {}): Shop => ({ ...SHOP, ...TERMS, ...terms })

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
}

export const NOTHING_WAITS: Waiting = {
  toPack: 0,
  toCall: 0,
  slipsToCheck: 0,
  refundsDue: 0,
  attention: 0,
  lowStock: 0,
}

/**
 * Search boxes ask for suggestions on every page, a signed-in customer has no saved address, and the back-office counts its lists and
 * what waits, and reads the shop's couriers.
 */
export const server = setupServer(
  http.get(at('/api/shop'), () => HttpResponse.json(shopWith())),
  http.get(at('/api/users/addresses'), () => HttpResponse.json([])),
  http.get(at('/api/products/suggestions'), () => HttpResponse.json(NO_SUGGESTIONS)),
  http.get(at('/api/admin/settings/delivery'), () => HttpResponse.json({ couriers: [] })),
  http.get(at('/api/admin/orders/counts'), () => HttpResponse.json(NO_ORDERS)),
  http.get(at('/api/admin/waiting'), () => HttpResponse.json(NOTHING_WAITS)),
)
