import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/api/client'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import type { AuditQuery } from '@/api/types'

export type AuditFilters = Pick<AuditQuery, 'entity' | 'entityId' | 'action' | 'actor' | 'q'>

export const auditQueries = {
  /** The entries, newest first. */
  list: (filters: AuditFilters) => ({
    ...pagedQuery(['audit', 'list', filters], (after, signal) => {
      const query: AuditQuery = { limit: PAGE_SIZE, ...filters, ...after }
      return api.GET('/api/admin/audit', { params: { query }, signal })
    }),
    placeholderData: keepPreviousData,
    // Refetched on every visit: other pages of the back-office add entries.
    staleTime: 0,
  }),
}
