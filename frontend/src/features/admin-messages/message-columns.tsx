import type { MessageState, ReceivedMessage } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { excerpt } from '@/lib/excerpt'
import { openColumn } from '@/ui/admin/row-button'
import type { Column } from '@/ui/table'

const doneColumn: Column<ReceivedMessage> = {
  key: 'done',
  header: 'Done',
  cell: ({ doneAt, doneBy }) => (
    <>
      <span className="md:whitespace-nowrap">{doneAt !== null && formatDateTime(doneAt)}</span>
      {doneBy !== null && <span className="block text-sm wrap-anywhere text-cocoa">by {doneBy}</span>}
    </>
  ),
}

export const messageColumns = (
  state: MessageState,
  onRead: (message: ReceivedMessage) => void,
): Column<ReceivedMessage>[] => [
  {
    key: 'from',
    header: 'From',
    className: 'max-md:block max-md:text-start',
    cell: ({ name, email }) => (
      <span className="block md:min-w-40">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm wrap-anywhere text-cocoa">{email}</span>
      </span>
    ),
  },
  {
    key: 'message',
    header: 'Message',
    className: 'max-md:block max-md:text-start',
    cell: ({ message }) => <p className="max-w-prose wrap-anywhere">{excerpt(message, 140)}</p>,
  },
  {
    key: 'sent',
    header: 'Received',
    cell: ({ sentAt }) => (
      <time dateTime={sentAt} className="md:whitespace-nowrap">
        {formatDateTime(sentAt)}
      </time>
    ),
  },
  ...(state === 'done' ? [doneColumn] : []),
  openColumn(
    'Read',
    (message) => `Read the message of ${message.name}, ${formatDateTime(message.sentAt)}`,
    onRead,
  ),
]
