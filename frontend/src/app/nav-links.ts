export type NavItem = { to: string; label: string; end?: boolean }

export const SHOP_LINKS: readonly NavItem[] = [
  { to: '/', label: 'Home', end: true },
  { to: '/products', label: 'Products' },
  { to: '/orders', label: 'Orders' },
  { to: '/contact', label: 'Contact' },
]
