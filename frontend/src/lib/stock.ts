import { shopFacts } from '@/api/shop-facts'

/** Few are left, as the shop counts. */
export const isLow = ({ stock }: { stock: number }): boolean =>
  stock > 0 && stock <= (shopFacts.shop?.limits.lowStock ?? 0)
