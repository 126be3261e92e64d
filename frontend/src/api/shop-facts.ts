// What the server says of the shop with every page, for code outside of components. Tiny, since the first page has it;
// `limits.ts` and `date.ts` read it.
import type { ShopInfo } from './types'

/** From a moment (seconds since 1970) on, the minutes that the shop's clock is ahead of UTC. */
export type UtcOffset = readonly [from: number, minutes: number]

/** Facts about this installation. */
export type Site = {
  /** The public origin, such as 'https://shop.example', for canonical addresses. */
  origin: string
  /** What the shop's clock shows, the earliest first. Without any, times are those of UTC. */
  utcOffsets?: readonly UtcOffset[]
}

/** The answers under the keys `['shop']` and `['site']`, as soon as they are there. */
export const shopFacts: { shop?: ShopInfo; site?: Site } = {}
