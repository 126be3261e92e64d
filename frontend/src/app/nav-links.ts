type NavItem = { to: string; label: string; end?: boolean }

export const SHOP_LINKS: readonly NavItem[] = [
  { to: '/', label: 'Home', end: true },
  { to: '/products', label: 'Products' },
  { to: '/orders', label: 'Orders' },
  { to: '/contact', label: 'Contact' },
]

/** Linked by the bag icon. */
export const CART_PATH = '/cart'
