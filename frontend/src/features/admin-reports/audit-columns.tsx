import type { AuditEntry } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { EmailText } from '@/ui/admin/email-text'
import { openColumn } from '@/ui/admin/row-button'
import { Badge, type BadgeTone } from '@/ui/badge'
import type { Column } from '@/ui/table'
import { actionLabel, entityLabel } from './audit-labels'

const TONES: Record<string, BadgeTone> = { create: 'green', update: 'blue', delete: 'red', block: 'yellow' }

export const auditColumns = (onView: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    key: 'at',
    header: 'When',
    cell: (entry) => <span className="md:whitespace-nowrap">{formatDateTime(entry.at)}</span>,
  },
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
