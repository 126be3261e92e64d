// Routes of the back-office. Layout and pages have their own chunks, which a shopper never loads.
import type { RouteObject } from 'react-router'
import { BrokenPage, RouteError } from '../error-pages'
import { lazyPage } from '../lazy-page'

const dashboard = () => lazyPage(() => import('@/features/admin-reports/dashboard-page'), 'DashboardPage')

const Nothing = () => null

const pages = (): RouteObject[] => [
  { index: true, ...dashboard() },
  { path: 'dashboard', ...dashboard() },
  {
    path: 'products',
    ...lazyPage(() => import('@/features/admin-products/products-page'), 'AdminProductsPage'),
  },
  {
    path: 'products/addProducts',
    ...lazyPage(() => import('@/features/admin-products/add-product-page'), 'AddProductPage'),
  },
  {
    path: 'products/updateProducts',
    ...lazyPage(() => import('@/features/admin-products/update-product-page'), 'UpdateProductPage'),
  },
  {
    path: 'products/import',
    ...lazyPage(() => import('@/features/admin-products/import-page'), 'ImportProductsPage'),
  },
  {
    path: 'products/stock',
    ...lazyPage(() => import('@/features/admin-products/stock-history-page'), 'StockHistoryPage'),
  },
  {
    path: 'orders',
    handle: { loginMessage: 'Please Login To View Orders' },
    ...lazyPage(() => import('@/features/admin-orders/orders-page'), 'AdminOrdersPage'),
  },
  {
    path: 'customers',
    ...lazyPage(() => import('@/features/admin-customers/customers-page'), 'AdminCustomersPage'),
  },
  { path: 'audit', ...lazyPage(() => import('@/features/admin-reports/audit-page'), 'AdminAuditPage') },
  { path: 'reviews', ...lazyPage(() => import('@/features/admin-reviews/reviews-page'), 'AdminReviewsPage') },
  { path: 'mails', ...lazyPage(() => import('@/features/admin-mails/mails-page'), 'AdminMailsPage') },
  // The pages of payments, /admin/settings and its sections, and the 404 page.
  { path: '*', ...lazyPage(() => import('./admin-more-pages'), 'AdminMorePages') },
]

const office = (): RouteObject => ({
  path: '/admin',
  ErrorBoundary: BrokenPage,
  HydrateFallback: Nothing,
  ...lazyPage(() => import('./admin-layout'), 'AdminLayout'),
  children: [{ ErrorBoundary: RouteError, children: pages() }],
})

const sheets = (): RouteObject => ({
  path: '/admin/orders',
  handle: { loginMessage: 'Please Login To View Orders' },
  ErrorBoundary: BrokenPage,
  HydrateFallback: Nothing,
  ...lazyPage(() => import('./print-layout'), 'PrintLayout'),
  children: [
    {
      path: 'invoice/:orderId',
      ...lazyPage(() => import('@/features/admin-orders/invoice-page'), 'InvoicePage'),
    },
    {
      path: 'packing-slip/:orderId',
      ...lazyPage(() => import('@/features/admin-orders/packing-slip-page'), 'PackingSlipPage'),
    },
  ],
})

export const adminRoutes = (): RouteObject[] => [office(), sheets()]
