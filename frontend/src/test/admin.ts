// Helpers for tests of the back-office: an admin's session, rows and lists.
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { AdminUser, Order, Overview, Product, Review, SalesPoint, StockAlert } from '@/api/types'
import { makeProduct, productFacets } from './catalogue'
import { PLAIN_DELIVERY } from './quotes'
import { at, server } from './server'
import { fakeToken } from './tokens'

const ADMIN = {
  type: 'admin',
  name: 'Ama Silva',
  firstName: 'Ama',
  lastName: 'Silva',
  email: 'ama@example.com',
  profilePicture: '',
}

/** What each role may do, as the server answers it. */
export const RIGHTS = {
  fulfilment: ['adjustStock', 'readOrders', 'writeOrderNotes', 'fulfilOrders', 'readOverview'],
  support: [
    ...['readUsers', 'blockUsers', 'readOrders', 'writeOrderNotes', 'cancelProcessingOrders'],
    ...['callCustomers', 'deleteReviews', 'readMessages', 'readOverview'],
  ],
  content: ['describeProducts', 'exportProducts', 'uploadProductPictures', 'editContent', 'readOverview'],
} as const

/** Begins the session of a member of staff with this role. */
export const signInStaff = (role: keyof typeof RIGHTS): void =>
  signInAdmin(ADMIN.email, { role, permissions: RIGHTS[role] })

/** Begins an admin's session on a server with one category and one brand. */
export function signInAdmin(email = ADMIN.email, more: object = {}): void {
  const admin = { ...ADMIN, email, ...more }
  server.use(
    http.get(at('/api/users/userdetail'), () => HttpResponse.json(admin)),
    productFacets({
      categories: [{ value: 'Skincare', count: 1 }],
      brands: [{ value: 'Pinibindu', count: 1 }],
    }),
  )
  beginSession(fakeToken(admin))
}

/**
 * Signs an owner in before each test of the file. Lazy pages are imported before the first one: that is slow on a busy machine, and
 * no part of a test's time.
 */
export function asOwner(...pages: (() => Promise<unknown>)[]): void {
  beforeAll(
    () =>
      Promise.all([
        import('@/app/admin/admin-layout'),
        import('@/app/admin/admin-more-pages'),
        ...pages.map((load) => load()),
      ]),
    60_000,
  )

  beforeEach(() => {
    endSession('logout')
    signInAdmin()
  })
}

/** One page of a list: rows, total and the next cursor. */
export function listAnswer(rows: readonly object[], { total = rows.length, next = '' } = {}) {
  const headers = { 'X-Total-Count': String(total), ...(next && { Link: `</x?after=${next}>; rel="next"` }) }
  return HttpResponse.json([...rows], { headers })
}

export const orderOf = (order: Partial<Order> = {}): Order => ({
  orderId: 'ARA-7K3M-Q9TX',
  status: 'processing',
  date: '2026-11-20T06:30:00Z',
  orderedItems: [
    {
      productId: 'ARA-SER-001',
      name: 'Araliya Glow Serum',
      image: '/images/serum.webp',
      price: 4350,
      quantity: 2,
      discount: 0,
      netTotal: 8700,
      returned: 0,
      returnable: 0,
    },
  ],
  name: 'Nimal Perera',
  address: '12 Flower Road\nColombo 07',
  phone: '077 123 4567',
  email: 'nimal@example.com',
  paymentId: null,
  notes: 'Leave at the gate',
  refunded: false,
  fulfilmentStatus: 'unfulfilled',
  courier: null,
  trackingNumber: null,
  trackingUrl: null,
  customerNote: null,
  itemsTotal: 8700,
  total: 8700,
  labeledTotal: 8700,
  ...PLAIN_DELIVERY,
  payment: {
    method: 'cod',
    paymentStatus: 'unpaid',
    charged: 0,
    returned: 0,
    held: 0,
    amountDue: 8700,
    refundDue: 0,
    expiresAt: null,
    lastAttempt: null,
  },
  slips: [],
  deliveredAt: null,
  returns: [],
  cancelReason: null,
  ...order,
})

export const productOf = (product: Partial<Product> = {}): Product =>
  makeProduct(1, {
    productId: 'ARA-SER-001',
    productName: 'Araliya Glow Serum',
    altNames: ['Glow Drops', 'Frangipani Face Serum'],
    images: ['/images/serum-1.webp', '/images/serum-2.webp'],
    description: 'A light serum.',
    price: 4850,
    lastPrice: 4350,
    stock: 64,
    version: 3,
    brand: 'Pinibindu',
    category: 'Skincare',
    ...product,
  })

export const userOf = (user: Partial<AdminUser> = {}): AdminUser => ({
  _id: '2',
  firstName: 'Nimal',
  lastName: 'Perera',
  name: 'Nimal Perera',
  email: 'nimal@example.com',
  type: 'customer',
  isBlocked: false,
  blocked: 'No',
  role: null,
  profilePicture: '',
  createdAt: '2026-11-01T06:30:00Z',
  lastLogin: null,
  ...user,
})

export const reviewOf = (review: Partial<Review> = {}): Review => ({
  _id: 'r1',
  name: 'Nimal Perera',
  userEmail: 'nimal@example.com',
  rating: 4,
  comment: 'Lovely scent.',
  createdAt: '2026-11-01T06:30:00Z',
  updatedAt: '2026-11-01T06:30:00Z',
  mine: false,
  ...review,
})

export const stockAlertOf = (alert: Partial<StockAlert> = {}): StockAlert => ({
  productId: 'ARA-SER-001',
  name: 'Araliya Glow Serum',
  image: null,
  stock: 2,
  totalSales: 30,
  days: null,
  ...alert,
})

/** Days without a sale, up to and including this day of November 2026. */
const quietDays = (days: number, last: number): SalesPoint[] =>
  Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.UTC(2026, 10, last - days + 1 + index)).toISOString().slice(0, 10)
    return { date, orders: 0, revenue: 0 }
  })

/** The sales of a shop without orders. */
export const salesOf = (days = 30): NonNullable<Overview['sales']> => ({
  points: quietDays(days, 20),
  total: 0,
  previousPoints: quietDays(days, 20 - days),
  previousTotal: 0,
  growth: 0,
})

/** A shop without orders. */
export const overviewOf = (overview: Partial<Overview> = {}, days = 30): Overview => ({
  days,
  orders: { processing: 0, shipped: 0, completed: 0, cancelled: 0, total: 0 },
  customers: { active: 0, blocked: 0, administrators: 0, total: 0 },
  products: { inStock: 0, lowStock: 0, outOfStock: 0, total: 0 },
  alerts: {
    lowStock: { count: 0, products: [] },
    outOfStock: { count: 0, products: [] },
    replenishment: { count: 0, products: [] },
  },
  revenue: { totalRevenue: 0, transactionsToday: 0, pendingRefunds: 0, weeklyGrowth: 0 },
  recentOrders: [],
  sales: salesOf(days),
  bestSellers: [],
  ...overview,
})
