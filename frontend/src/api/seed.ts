// The data that the server puts into a page for its first view: answers under the keys of the query factories, and the
// router's state.
import type { QueryClient } from '@tanstack/react-query'
import { shopFacts } from './shop-facts'

export type Seed = { key: readonly unknown[]; data: unknown }

/** `loaderData` and `errors` as the static handler of the router gives them. */
export type RouterState = { loaderData: Record<string, unknown>; errors: Record<string, RouteProblem> | null }
export type RouteProblem = { status: number; statusText: string; data: unknown }

/** The JSON in `<script type="application/json" id="__data__">`; `ssr` is there when the markup is. */
export type Boot = { seed: Seed[]; ssr?: RouterState }

/** The query key of `Site`. */
export const SITE_KEY = ['site'] as const

const facts: Record<string, unknown> = shopFacts

export function plantSeeds(client: QueryClient, seeds: readonly Seed[]): void {
  for (const { key, data } of seeds) {
    client.setQueryData(key, data)
    // Unused keys do no harm, and a filter would add code to the first page.
    facts[key.join()] = data
  }
}
