import { shopFacts } from '@/api/shop-facts'

type Stocked = { stock: number }

export const isOut = ({ stock }: Stocked): boolean => stock === 0
export const isLow = ({ stock }: Stocked): boolean =>
  stock > 0 && stock <= (shopFacts.shop?.limits.lowStock ?? 0)
