import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, TriangleAlert } from 'lucide-react'
import type { Backups } from '@/api/types'
import { formatClock, formatDateTime } from '@/lib/date'
import { EmptyState } from '@/ui/empty-state'
import { DataTable } from '@/ui/table'
import { BACKUP_COLUMNS } from './backup-columns'
import { Panel } from './controls'
import { HeldMails } from './held-mails'
import { settingsQueries } from './queries'
import { Loaded } from './section-loader'

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
    <Loaded query={useQuery(settingsQueries.backups())}>
      {(backups) => (
        <div className="grid gap-6">
          {backups.heldMails !== null && <HeldMails held={backups.heldMails} />}
          <Concerns {...backups} />
          <Runs {...backups} />
        </div>
      )}
    </Loaded>
  )
}
