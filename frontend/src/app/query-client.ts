import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/problem'
import { plantSeeds, type Seed } from '@/api/seed'
import { toast } from '@/ui/toast'

const MAX_RETRIES = 2

/** Another try helps only where no answer came, the server was busy, or it failed by itself. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false
  return error.isNetwork || error.status === 429 || error.status >= 500
}

/** Milliseconds before the next try: what the server asks for (up to 10 s), else 0.5, 1 s. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : null
  return asked === null ? 500 * 2 ** failures : Math.min(asked, 10) * 1000
}

/** A client with the app's rules, filled with what the server sent along. */
export function makeQueryClient(seeds: readonly Seed[]): QueryClient {
  const client = new QueryClient({
    // Another try: what was wrong with the one before is said no longer.
    mutationCache: new MutationCache({ onMutate: () => toast.clearErrors() }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: shouldRetry,
        retryDelay,
        // Offline a call fails at once and says so, rather than wait silently; it runs again when the line is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Variables of a mutation may be a password: nothing of it is kept.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  client.setQueryDefaults(['site'], { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  plantSeeds(client, seeds)
  return client
}

/** Roots of the keys whose answers are the same for everybody. */
const PUBLIC_ROOTS: readonly unknown[] = ['site', 'shop', 'products', 'quote', 'google-config']

/** Forgets what belonged to the account before; asks anew for what is on the screen. */
export function forgetAccount(client: QueryClient, nowSignedIn: boolean): void {
  const personal = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      !PUBLIC_ROOTS.includes(queryKey[0]) && queryKey[0] !== 'reviews',
  }
  void client.cancelQueries(personal)
  if (nowSignedIn) void client.resetQueries(personal)
  else client.removeQueries(personal)
  void client.invalidateQueries({ queryKey: ['reviews'] })
}
