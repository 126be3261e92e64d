import type { BackupRun } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Badge, type BadgeTone } from '@/ui/badge'
import type { Column } from '@/ui/table'

const STATES: Readonly<Record<BackupRun['state'], { label: string; tone: BadgeTone }>> = {
  running: { label: 'Being made', tone: 'blue' },
  succeeded: { label: 'In order', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
}

/** 12345678 → '12.3 MB'. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', bytes / 1e9] : ['MB', bytes / 1e6]
  return `${size.toFixed(1)} ${unit}`
}

/** How the file of a run was proved. */
export function proofOf({ verification, error, state, finishedAt }: BackupRun): string {
  if (error !== null) return error
  if (state === 'failed' && finishedAt === null) return 'The server stopped while it was made.'
  if (verification === 'restored') return 'Restored on trial and checked'
  return verification === 'checksums' ? 'Read again and complete' : ''
}

/** The name of a file, which breaks before its ending where the line is short. */
function FileName({ name }: { name: string }) {
  const ending = name.lastIndexOf('.')
  if (ending === -1) return name
  return (
    <>
      {name.slice(0, ending)}
      <wbr />
      {name.slice(ending)}
    </>
  )
}

export const BACKUP_COLUMNS: readonly Column<BackupRun>[] = [
  {
    key: 'startedAt',
    header: 'Made',
    cell: ({ startedAt }) => <span className="md:whitespace-nowrap">{formatDateTime(startedAt)}</span>,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    key: 'proof',
    header: 'Verification',
    cell: (run) => <span className="break-words">{proofOf(run)}</span>,
  },
  {
    key: 'file',
    header: 'File',
    cell: ({ file, deletedAt }) =>
      deletedAt === null ? (
        <FileName name={file ?? ''} />
      ) : (
        <span className="text-cocoa">Deleted: newer ones are kept</span>
      ),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ sizeBytes }) => (sizeBytes === null ? '' : formatBytes(sizeBytes)),
  },
]
