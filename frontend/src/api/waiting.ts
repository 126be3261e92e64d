// What waits for staff: read by the dashboard and by the sidebar, and refetched after a change of what they count.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'

const KEY = ['waiting']
const EVERY_MINUTE = 60_000

/** What waits for staff, refetched every minute. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/waiting', { signal })),
    staleTime: 0,
    refetchInterval: EVERY_MINUTE,
  })

/** Counts again. */
export const countWaiting = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
