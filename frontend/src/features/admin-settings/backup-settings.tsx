import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { BackupRun, Backups, HeldMails as Held } from '@/api/types'
import { formatClock, formatDateTime } from '@/lib/date'
import { timeColumn } from '@/ui/admin/columns'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { type Column, DataTable } from '@/ui/table'
import { settingsQueries, useReleaseMails } from './queries'
import { LoadedSettings } from './section'

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

const BACKUP_COLUMNS: readonly Column<BackupRun>[] = [
  timeColumn('startedAt', 'Made', ({ startedAt }) => startedAt),
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

/** The mails that wait since the shop was restored, and the button that sends them. */
function HeldMails({ held: { since, snapshotAt, waiting } }: { held: Held }) {
  const [asking, setAsking] = useState(false)
  const release = useReleaseMails()
  const mails = waiting === 1 ? '1 mail waits' : `${waiting.toLocaleString('en')} mails wait`
  return (
    <Panel
      title="Mails are held back"
      intro={`The shop was restored on ${formatDateTime(since)}, as it was on ${formatDateTime(snapshotAt)}. ${mails}. Some may have been sent in between: customers would get them twice.`}
    >
      <Button onClick={() => setAsking(true)}>Send the mails</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Send the mails?"
        description={`${mails}. Once they are sent, they cannot be called back.`}
        confirmLabel="Send"
        pending={release.isPending}
        pendingLabel="Sending..."
        onConfirm={() => release.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </Panel>
  )
}

function Concern({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-start gap-3 rounded-card border border-line bg-warning-wash p-4">
      <TriangleAlert aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
      {children}
    </p>
  )
}

/** What is wrong with the backups, for the person who looks after the server. */
function Concerns({ isOverdue, hasFailed, lastSuccessAt }: Backups) {
  const last =
    lastSuccessAt === null
      ? 'There is none in order.'
      : `The last one is of ${formatDateTime(lastSuccessAt)}.`
  if (isOverdue)
    return <Concern>{`A backup is overdue. ${last} Tell the person who looks after the server.`}</Concern>
  if (hasFailed) return <Concern>{`The last backup failed, and is tried again. ${last}`}</Concern>
  return null
}

const NOT_CONFIGURED = (
  <EmptyState icon={ArchiveRestore} title="No backups are made">
    <p>
      The person who looks after the server sets <code>BACKUP_TO</code> to a folder on another disk, or to{' '}
      <code>bucket</code>, and <code>BACKUP_PASSPHRASE</code>. The first backup is made at the next start.
    </p>
  </EmptyState>
)

function Runs({ schedule, runs }: Backups) {
  if (schedule === null && runs.length === 0) return NOT_CONFIGURED
  const intro =
    schedule === null
      ? 'No more backups are made: BACKUP_TO is not set.'
      : `Every day at ${formatClock(schedule.at)}, into ${schedule.place}. The newest ${schedule.keep} are kept, and always the last one that was in order.`
  return (
    <Panel title="Backups" intro={intro}>
      <DataTable
        caption="Backups, newest first"
        columns={BACKUP_COLUMNS}
        rows={runs}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={ArchiveRestore} title="The first backup is made soon" />}
        plain
      />
    </Panel>
  )
}

/** The scheduled backups with their verification, and the mails that a restore holds back. */
export function BackupSettings() {
  return (
    <LoadedSettings query={useQuery(settingsQueries.backups())}>
      {(backups) => (
        <div className="grid gap-6">
          {backups.heldMails !== null && <HeldMails held={backups.heldMails} />}
          <Concerns {...backups} />
          <Runs {...backups} />
        </div>
      )}
    </LoadedSettings>
  )
}
