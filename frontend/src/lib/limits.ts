// The limits that forms check before anything is sent: those of `GET /api/shop`, which the server lays into every page.
// Before they are known nothing is limited here: the shop checks everything itself.

import { shopFacts } from '@/api/shop-facts'
import type { ShopLimits } from '@/api/types'

/** A limit that is a number: a length in characters, a count, an amount in LKR or a size in bytes. */
export type Limit = Exclude<keyof ShopLimits, 'reservedProductIds'>

const known = (): Partial<ShopLimits> => shopFacts.shop?.limits ?? {}

/** The greatest value that the shop takes. */
export const upperLimit = (limit: Limit): number => known()[limit] ?? Number.POSITIVE_INFINITY

/** For the `maxLength` of a control; none before the limit is known. */
export const maxLength = (limit: Limit): number | undefined => known()[limit]

/** The least value that the shop takes. */
export const lowerLimit = (limit: Limit): number => known()[limit] ?? 0

/** What no product may be called, in lower case. */
export const reservedProductIds = (): readonly string[] => known().reservedProductIds ?? []

/** '5 MB' for a limit in bytes; '' before it is known. */
export function megabytes(limit: Limit): string {
  const bytes = known()[limit]
  return bytes === undefined ? '' : `${Math.round(bytes / 1024 / 1024)} MB`
}
