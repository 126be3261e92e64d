import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { api } from '@/api/client'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import type { AuditEntry, AuditQuery } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmailText, openColumn, timeColumn } from '@/ui/admin/columns'
import { EmptyList } from '@/ui/admin/empty-list'
import { FilterChips } from '@/ui/admin/filter-chips'
import { PagedTable } from '@/ui/admin/paged-table'
import { SearchBox } from '@/ui/admin/search-box'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'
import type { Column } from '@/ui/table'
import { AuditEntryDialog } from './audit-entry-dialog'
import { ACTIONS, actionLabel, ENTITIES, entityLabel } from './audit-labels'

const TONES: Record<string, BadgeTone> = { create: 'green', update: 'blue', delete: 'red', block: 'yellow' }

const auditColumns = (onView: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  timeColumn('at', 'When', ({ at }) => at),
  {
    key: 'actor',
    header: 'Who',
    cell: ({ actorEmail }) =>
      actorEmail === null ? 'At the command line' : <EmailText address={actorEmail} />,
  },
  {
    key: 'action',
    header: 'Action',
    cell: (entry) => <Badge tone={TONES[entry.action] ?? 'neutral'}>{actionLabel(entry.action)}</Badge>,
  },
  {
    key: 'subject',
    header: 'What',
    cell: (entry) => (
      <>
        <span className="block text-sm text-cocoa">{entityLabel(entry.entity)}</span>
        <span className="font-semibold break-all">{entry.subject}</span>
      </>
    ),
  },
  openColumn(
    'View',
    (entry) => `View what changed about ${entry.subject}, ${formatDateTime(entry.at)}`,
    onView,
  ),
]

type AuditFilters = Pick<AuditQuery, 'entity' | 'entityId' | 'action' | 'actor' | 'q'>

const auditQueries = {
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

export const TITLE = 'Audit log'

const ENTITY_OPTIONS = [{ value: '' as const, label: 'All' }, ...ENTITIES]
const ACTION_OPTIONS = [{ value: '' as const, label: 'Every action' }, ...ACTIONS]
const NO_FILTERS = { entity: null, entityId: null, action: null, actor: null, q: null, pages: null }

/** A filter chosen in an entry, with a button that removes it. */
function Chosen({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onClear}>
      <span className="max-w-64 truncate">{label}</span>
      <X aria-hidden size={16} />
      <span className="sr-only">: show all again</span>
    </Button>
  )
}

function useFilters() {
  const [params, patch] = useUrlState()
  const entity = oneOf(params.get('entity'), ['', ...ENTITIES.map(({ value }) => value)], '')
  const action = oneOf(params.get('action'), ['', ...ACTIONS.map(({ value }) => value)], '')
  const [entityId, actor, q] = ['entityId', 'actor', 'q'].map((name) => params.get(name) ?? '')
  const filters: AuditFilters = {
    ...(entity && { entity }),
    ...(entityId && { entityId }),
    ...(action && { action }),
    ...(actor && { actor }),
    ...(q && { q }),
  }
  const set = (next: Record<string, string | null>) => patch({ ...next, pages: null })
  return { filters, entity, action, set, clear: () => patch(NO_FILTERS) }
}

export function AdminAuditPage() {
  const { filters, entity, action, set, clear } = useFilters()
  const query = useInfiniteQuery(auditQueries.list(filters))
  const viewing = useConfirm<AuditEntry>()
  const filtered = Object.keys(filters).length > 0
  /** Sets one filter and removes the others. */
  const only = (next: Record<string, string | null>) => {
    viewing.close()
    set({ ...NO_FILTERS, ...next })
  }
  return (
    <AdminPage title={TITLE} about="Who changed what, and when.">
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-4">
        <SearchBox
          label="Search by product ID, email or order ID"
          value={filters.q ?? ''}
          onSearch={(q) => set({ q })}
        />
        <FilterChips
          label="Show changes of"
          options={ENTITY_OPTIONS}
          value={entity}
          onChange={(next) => set({ entity: next, entityId: null })}
        />
        <Select
          aria-label="Action"
          className="min-w-44"
          options={ACTION_OPTIONS}
          value={action}
          onChange={(event) => set({ action: event.target.value })}
        />
        {filters.actor && <Chosen label={`By ${filters.actor}`} onClear={() => set({ actor: null })} />}
        {filters.entityId && (
          <Chosen label={`Only ${filters.entityId}`} onClear={() => set({ entityId: null })} />
        )}
      </div>
      <PagedTable
        query={query}
        noun="changes"
        failure="Failed to fetch the audit log. Please try again."
        caption="Changes, newest first"
        columns={auditColumns(viewing.ask)}
        rowKey={(entry) => entry.id}
        onRowClick={viewing.ask}
        empty={
          <EmptyList
            icon={History}
            noun="changes"
            filtered={filtered}
            onShowAll={clear}
            first="Every change that staff make comes here by itself."
          />
        }
      />
      {viewing.subject && (
        <AuditEntryDialog
          entry={viewing.subject}
          {...viewing.dialog}
          onlyBy={(actor) => only({ actor })}
          onlyAbout={(entry) => only({ entity: entry.entity, entityId: entry.entityId })}
        />
      )}
    </AdminPage>
  )
}
