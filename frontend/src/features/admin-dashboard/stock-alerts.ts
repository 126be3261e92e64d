// Which products need the shop's attention.
import type { Product } from '@/api/types'
import { isLow, isOut } from '@/lib/stock'

type Stocked = Pick<Product, 'stock' | 'totalSales'>

const REPLENISH_DAYS = 10
/** The days that `totalSales` covers. */
const SALES_DAYS = 30

/**
 * In how many days, rounded up, the stock is sold at the pace of the last 30 days; null when that is 10 days or more.
 * A product that is out of stock already has an alert of its own.
 */
export function daysLeft({ stock, totalSales }: Stocked): number | null {
  if (stock === 0 || totalSales <= 0) return null
  // Whole numbers alone: a fraction such as 30 / 7 would round the wrong way at the limit.
  return stock * SALES_DAYS < REPLENISH_DAYS * totalSales
    ? Math.ceil((stock * SALES_DAYS) / totalSales)
    : null
}

export type StockAlerts = {
  low: Product[]
  out: Product[]
  replenish: { product: Product; days: number }[]
}

/** The alerts, the most pressing first. */
export function stockAlerts(products: readonly Product[]): StockAlerts {
  const replenish = products.flatMap((product) => {
    const days = daysLeft(product)
    return days === null ? [] : [{ product, days }]
  })
  return {
    low: products.filter(isLow).sort((a, b) => a.stock - b.stock),
    out: products.filter(isOut).sort((a, b) => b.totalSales - a.totalSales),
    replenish: replenish.sort((a, b) => a.days - b.days),
  }
}
