// What the server lays into the page for the first view: answers under the query keys that the components ask for,
// and the router's state. The keys are those of the query factories; README.md lists them per page.
import type { QueryClient } from '@tanstack/react-query'
import { shopFacts } from './shop-facts'

export type Seed = { key: readonly unknown[]; data: unknown }

/** `loaderData` and `errors` as the static handler of the router gives them. */
export type RouterState = { loaderData: Record<string, unknown>; errors: Record<string, RouteProblem> | null }
export type RouteProblem = { status: number; statusText: string; data: unknown }

/** The JSON in `<script type="application/json" id="__data__">`; `ssr` is there when the markup is. */
export type Boot = { seed: Seed[]; ssr?: RouterState }

/** Where `Site` is. */
export const SITE_KEY = ['site'] as const

const facts: Record<string, unknown> = shopFacts

export function plantSeeds(client: QueryClient, seeds: readonly Seed[]): void {
  for (const { key, data } of seeds) {
    client.setQueryData(key, data)
    // Most keys are of no interest there, but asking would cost more than keeping them.
    facts[key.join()] = data
  }
}
