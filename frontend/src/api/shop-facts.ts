// The shop's data that every page contains, for code outside components. Small, as the first page includes it.
import type { ShopInfo } from './types'

/** A UTC offset of the shop's time zone: its first second since 1970, and the minutes ahead of UTC. */
type UtcOffset = readonly [from: number, minutes: number]

/** Facts about this installation. */
export type Site = {
  /** The public origin, such as 'https://shop.example', for canonical addresses. */
  origin: string
  /** Ordered by time. Without any, times are shown in UTC. */
  utcOffsets?: readonly UtcOffset[]
}

/** The answers under the keys `['shop']` and `['site']`, once they are known. */
export const shopFacts: { shop?: ShopInfo; site?: Site } = {}
