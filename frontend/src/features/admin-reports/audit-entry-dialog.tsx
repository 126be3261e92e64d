import type { AuditEntry } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { ComparedTable } from '@/ui/admin/compared-table'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { DetailItem } from '@/ui/admin/detail-item'
import { Button } from '@/ui/button'
import { actionLabel, entityLabel } from './audit-labels'
import { type FieldChange, fieldsIn } from './field-changes'

/** Fields with old and new values side by side. */
function FieldTable({ caption, fields }: { caption: string; fields: readonly FieldChange[] }) {
  const hasBefore = fields.some(({ before }) => before !== null)
  const hasAfter = fields.some(({ after }) => after !== null)
  return (
    <ComparedTable
      caption={caption}
      heads={[...(hasBefore ? ['Before'] : []), ...(hasAfter ? ['After'] : [])]}
      rows={fields.map(({ label, before, after }) => ({
        label,
        values: [...(hasBefore ? [before ?? ''] : []), ...(hasAfter ? [after ?? ''] : [])],
      }))}
      isCut={false}
    />
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { changed, same } = fieldsIn(entry)
  return (
    <>
      {changed.length > 0 ? <FieldTable caption="What changed" fields={changed} /> : <p>No field changed.</p>}
      {same.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center font-semibold text-lotus">
            {same.length} {same.length === 1 ? 'field' : 'fields'} as before
          </summary>
          <FieldTable caption="What stayed the same" fields={same} />
        </details>
      )}
    </>
  )
}

type AuditEntryDialogProps = {
  entry: AuditEntry
  open: boolean
  onOpenChange: (open: boolean) => void
  onlyBy: (actor: string) => void
  onlyAbout: (entry: AuditEntry) => void
}

/** One entry: author, time, and values before and after. */
export function AuditEntryDialog({ entry, open, onOpenChange, onlyBy, onlyAbout }: AuditEntryDialogProps) {
  const { actorEmail } = entry
  return (
    <DetailDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`${entityLabel(entry.entity)} ${entry.subject}`}
      description={actionLabel(entry.action)}
    >
      <dl className="mb-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <DetailItem name="When">{formatDateTime(entry.at)}</DetailItem>
        <DetailItem name="Who">{actorEmail ?? 'At the command line'}</DetailItem>
        <DetailItem name="Request">{entry.requestId}</DetailItem>
        <DetailItem name="ID">{entry.entityId}</DetailItem>
      </dl>
      <Changes entry={entry} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => onlyAbout(entry)}>
          All its changes
        </Button>
        {actorEmail !== null && (
          <Button variant="secondary" size="sm" onClick={() => onlyBy(actorEmail)}>
            All changes by {actorEmail}
          </Button>
        )}
      </div>
    </DetailDialog>
  )
}
