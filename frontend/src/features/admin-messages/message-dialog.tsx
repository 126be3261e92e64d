import { messageOf } from '@/api/problem'
import { isGone } from '@/api/refusal'
import type { ReceivedMessage } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { DetailItem } from '@/ui/admin/detail-item'
import { useFocusAfterDelete } from '@/ui/admin/focus-heading'
import { Button } from '@/ui/button'
import { buttonClass } from '@/ui/button-class'
import { Dialog } from '@/ui/dialog'
import { useShopName } from '@/ui/page-meta'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { useSetMessageState } from './queries'
import { replyLink } from './reply-link'

type Row = { message: ReceivedMessage }

function Text({ message: { email, message, sentAt, doneAt, doneBy } }: Row) {
  return (
    <>
      <dl className="mb-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <DetailItem name="From">{email}</DetailItem>
        <DetailItem name="Received">{formatDateTime(sentAt)}</DetailItem>
        {doneAt !== null && (
          <DetailItem name="Done" wide>
            {formatDateTime(doneAt)}
            {doneBy !== null && ` by ${doneBy}`}
          </DetailItem>
        )}
      </dl>
      <p className="rounded-input bg-shell p-4 leading-relaxed wrap-anywhere whitespace-pre-line sm:p-5">
        {message}
      </p>
    </>
  )
}

/** 'Done' or 'Reopen', and the answer in the reader's mail program. */
function Actions({ message, onChanged }: Row & { onChanged: () => void }) {
  const { id, name, state } = message
  const shopName = useShopName()
  const { mutate, isPending } = useSetMessageState()
  const next = state === 'open' ? 'done' : 'open'
  const change = () =>
    mutate(
      { id, state: next },
      {
        onSuccess: () => {
          toast.success(next === 'done' ? `Message of ${name} is done.` : `Message of ${name} is open again.`)
          onChanged()
        },
        onError: (error) => {
          if (!isGone(error)) return toast.error(messageOf(error, 'Failed to save it. Please try again.'))
          toast.info('This message is not there any more.')
          onChanged()
        },
      },
    )
  return (
    <>
      <Button variant="secondary" pending={isPending} onClick={change}>
        {next === 'done' ? 'Done' : 'Reopen'}
      </Button>
      <a href={replyLink(message, shopName)} className={buttonClass()}>
        Reply by e-mail
      </a>
    </>
  )
}

type MessageDialogProps = {
  /** undefined while the list loads; null where the list has no such message. */
  message: ReceivedMessage | null | undefined
  open: boolean
  onClose: () => void
  /** The message left the list. */
  onChanged: () => void
}

/** One message. */
export function MessageDialog({ message, open, onClose, onChanged }: MessageDialogProps) {
  const { markDeleted, finalFocus } = useFocusAfterDelete(String(message?.id ?? ''))
  const changed = () => {
    markDeleted()
    onChanged()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={message ? `Message of ${message.name}` : 'Message'}
      footer={message ? <Actions message={message} onChanged={changed} /> : undefined}
      finalFocus={finalFocus}
    >
      {message && <Text message={message} />}
      {message === null && <p>This message is not in this list. Perhaps it is in the other one.</p>}
      {message === undefined && (
        <LoadingRegion>
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      )}
    </Dialog>
  )
}
