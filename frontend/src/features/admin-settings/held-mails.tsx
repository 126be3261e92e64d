import { useState } from 'react'
import type { HeldMails as Held } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Panel } from './controls'
import { useReleaseMails } from './queries'

/** The mails that wait since the shop was restored, and the button that sends them. */
export function HeldMails({ held: { since, snapshotAt, waiting } }: { held: Held }) {
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
