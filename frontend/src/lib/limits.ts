// The limits that forms check: those of `GET /api/shop`, which the server puts into every page. Before they are known, forms
// accept everything and the server validates.

import { shopFacts } from '@/api/shop-facts'
import type { ShopLimits } from '@/api/types'

/** A limit that is a number: a length in characters, a count, an amount in LKR or a size in bytes. */
export type Limit = Exclude<keyof ShopLimits, 'reservedProductIds'>

const known = (): Partial<ShopLimits> => shopFacts.shop?.limits ?? {}

/** The greatest accepted value; infinite before it is known. */
export const upperLimit = (limit: Limit): number => known()[limit] ?? Number.POSITIVE_INFINITY

/** For the `maxLength` of a control; none before the limit is known. */
export const maxLength = (limit: Limit): number | undefined => known()[limit]

/** The smallest accepted value; 0 before it is known. */
export const lowerLimit = (limit: Limit): number => known()[limit] ?? 0

/** Product IDs that are not allowed, in lower case. */
export const reservedProductIds = (): readonly string[] => known().reservedProductIds ?? []

/** '5 MB' for a limit in bytes; '' before it is known. */
export function megabytes(limit: Limit): string {
  const bytes = known()[limit]
  return bytes === undefined ? '' : `${Math.round(bytes / 1024 / 1024)} MB`
}
