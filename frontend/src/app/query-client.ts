import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/problem'
import { plantSeeds, type Seed } from '@/api/seed'
import { toast } from '@/ui/toast'

const MAX_RETRIES = 2

/** Retries network errors, 429 and 5xx, at most twice; a call that hung once, because each try takes long. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isHung = (error.cause as Error | null | undefined)?.name === 'TimeoutError'
  if (failures >= (isHung ? 1 : MAX_RETRIES)) return false
  return error.isNetwork || error.status === 429 || error.status >= 500
}

/** Milliseconds before the next attempt: the server's `Retry-After` (up to 10 s), else 500 and 1000. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : null
  return asked === null ? 500 * 2 ** failures : Math.min(asked, 10) * 1000
}

/** A query client with the app's defaults and the server's seeds. */
export function makeQueryClient(seeds: readonly Seed[]): QueryClient {
  const client = new QueryClient({
    // A new attempt removes the notice of the last failure.
    mutationCache: new MutationCache({ onMutate: () => toast.clearErrors() }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: shouldRetry,
        retryDelay,
        // Offline, a call fails at once instead of waiting; it runs again when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Variables of a mutation may contain a password: do not cache them.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  client.setQueryDefaults(['site'], { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  plantSeeds(client, seeds)
  return client
}

/** Roots of the query keys whose answers do not depend on the account. */
const PUBLIC_ROOTS: readonly unknown[] = [
  'site',
  'shop',
  'content',
  'page',
  'products',
  'quote',
  'google-config',
]

/** Removes the data of the former account and refetches mounted queries. */
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
