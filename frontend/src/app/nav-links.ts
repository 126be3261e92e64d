export type NavItem = { to: string; label: string; end?: boolean }

export const SHOP_LINKS: readonly NavItem[] = [
  { to: '/', label: 'Home', end: true },
  { to: '/products', label: 'Products' },
  { to: '/orders', label: 'Orders' },
  { to: '/contact', label: 'Contact' },
]

/** The cart's link stands apart from the others in the header. */
export const CART_PATH = '/cart'
