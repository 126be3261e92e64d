// Pages about one person: only the browser renders them.
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page'

export const customerRoutes = (): RouteObject[] => [
  { path: 'cart', ...lazyPage(() => import('@/features/cart/cart-page'), 'CartPage') },
  { path: 'shipping', ...lazyPage(() => import('@/features/checkout/shipping-page'), 'ShippingPage') },
  {
    path: 'order-success',
    ...lazyPage(() => import('@/features/checkout/order-success-page'), 'OrderSuccessPage'),
  },
  { path: 'orders', ...lazyPage(() => import('@/features/orders/orders-page'), 'OrdersPage') },
  { path: 'orders/:orderId', ...lazyPage(() => import('@/features/orders/order-page'), 'OrderPage') },
  {
    path: 'orders/:orderId/invoice/:number',
    ...lazyPage(() => import('@/features/invoices/invoice-page'), 'InvoicePage'),
  },
  { path: 'pay/return', ...lazyPage(() => import('@/features/orders/pay-page'), 'PayReturnPage') },
  { path: 'pay/cancelled', ...lazyPage(() => import('@/features/orders/pay-page'), 'PayCancelledPage') },
  { path: 'login', ...lazyPage(() => import('@/features/auth/login-page'), 'LoginPage') },
  { path: 'register', ...lazyPage(() => import('@/features/auth/register-page'), 'RegisterPage') },
  {
    path: 'forgot-password',
    ...lazyPage(() => import('@/features/auth/forgot-password-page'), 'ForgotPasswordPage'),
  },
  {
    path: 'reset-password',
    ...lazyPage(() => import('@/features/auth/reset-password-page'), 'ResetPasswordPage'),
  },
  {
    path: 'verify-email',
    ...lazyPage(() => import('@/features/auth/verify-email-page'), 'VerifyEmailPage'),
  },
  {
    path: 'accept-invitation',
    ...lazyPage(() => import('@/features/auth/accept-invitation-page'), 'AcceptInvitationPage'),
  },
  {
    path: 'sessions-ended',
    ...lazyPage(() => import('@/features/auth/sessions-ended-page'), 'SessionsEndedPage'),
  },
  { path: 'setup', ...lazyPage(() => import('@/features/setup/setup-page'), 'SetupPage') },
  { path: 'user', ...lazyPage(() => import('@/features/profile/profile-page'), 'ProfilePage') },
]
