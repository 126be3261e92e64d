import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, unwrapPage } from '@/api/client'
import { afterParam, FIRST_PAGE, nextPageParam } from '@/api/paging'
import type { AuditQuery } from '@/api/types'

const PAGE_SIZE = 24

export type AuditFilters = Pick<AuditQuery, 'entity' | 'entityId' | 'action' | 'actor' | 'q'>

export const auditQueries = {
  /** The entries, newest first. */
  list: (filters: AuditFilters) =>
    infiniteQueryOptions({
      queryKey: ['audit', 'list', filters],
      queryFn: ({ pageParam, signal }) =>
        unwrapPage(
          api.GET('/api/admin/audit', {
            params: { query: { limit: PAGE_SIZE, ...filters, ...afterParam(pageParam) } },
            signal,
          }),
        ),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextPageParam,
      placeholderData: keepPreviousData,
      // Refetched on every visit: other pages of the back-office add entries.
      staleTime: 0,
    }),
}
