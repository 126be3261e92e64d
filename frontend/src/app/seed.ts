// What the server lays into the page for the first view: answers under the query keys that the components ask for,
// and the router's state. The keys are those of the query factories; README.md lists them per page.
import type { QueryClient } from '@tanstack/react-query'
import type { ShopInfo } from '@/api/types'
import { takeUtcOffsets, type UtcOffset } from '@/lib/date'
import { takeLimits } from '@/lib/limits'

export type Seed = { key: readonly unknown[]; data: unknown }

/** `loaderData` and `errors` as the static handler of the router gives them. */
export type RouterState = { loaderData: Record<string, unknown>; errors: Record<string, RouteProblem> | null }
export type RouteProblem = { status: number; statusText: string; data: unknown }

/** The JSON in `<script type="application/json" id="__data__">`; `ssr` is there when the markup is. */
export type Boot = { seed: Seed[]; ssr?: RouterState }

/** Facts about this installation; seeded under ['site']. */
export type Site = {
  /** The public origin, such as 'https://shop.example', for canonical addresses. */
  origin: string
  /** What the shop's clock shows, see `takeUtcOffsets`. */
  utcOffsets?: readonly UtcOffset[]
}
export const SITE_KEY = ['site'] as const

export function plantSeeds(client: QueryClient, seeds: readonly Seed[]): void {
  for (const { key, data } of seeds) {
    client.setQueryData(key, data)
    if (key[0] === SITE_KEY[0]) takeUtcOffsets((data as Site).utcOffsets)
    if (key[0] === 'shop') takeLimits((data as ShopInfo).limits)
  }
}
