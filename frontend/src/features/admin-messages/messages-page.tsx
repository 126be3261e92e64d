import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, Inbox } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '@/api/paging'
import type { MessageState, ReceivedMessage } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { excerpt } from '@/lib/excerpt'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { openColumn } from '@/ui/admin/columns'
import { FilterChips } from '@/ui/admin/filter-chips'
import { PagedTable } from '@/ui/admin/paged-table'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { EmptyState } from '@/ui/empty-state'
import type { Column } from '@/ui/table'
import { MessageDialog } from './message-dialog'
import { messageQueries } from './queries'

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

const messageColumns = (
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

export const TITLE = 'Messages'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
] as const satisfies { value: MessageState; label: string }[]

function StateChips({ state, onChange }: { state: MessageState; onChange: (state: MessageState) => void }) {
  const counts = {
    open: useQuery(messageQueries.count('open')).data,
    done: useQuery(messageQueries.count('done')).data,
  }
  return (
    <div className="mb-5">
      <FilterChips
        label="Show messages"
        options={STATES.map((option) => ({
          ...option,
          count: { count: counts[option.value], noun: 'messages' },
        }))}
        value={state}
        onChange={onChange}
      />
    </div>
  )
}

function Empty({ state }: { state: MessageState }) {
  return state === 'open' ? (
    <EmptyState icon={CircleCheck} title="No open messages">
      What visitors write on the contact page comes here. Answer by e-mail, then mark the message as done.
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="Nothing is done yet">
      Messages that you mark as done are kept here, and can be opened again.
    </EmptyState>
  )
}

/** The message with this id in the list; the former one while its dialog closes, after it left the list. */
function useOpenMessage(rows: readonly ReceivedMessage[], id: string, isLoading: boolean) {
  const found = rows.find((row) => String(row.id) === id)
  const [last, setLast] = useState(found)
  if (found !== undefined && found !== last) setLast(found)
  if (found !== undefined) return found
  if (String(last?.id) === id) return last
  return isLoading ? undefined : null
}

/** What visitors wrote on the contact page, newest first. */
export function MessagesPage() {
  const [params, patch] = useUrlState()
  const state = oneOf(params.get('state'), ['open', 'done'], 'open')
  const query = useInfiniteQuery({ ...messageQueries.list(state), staleTime: 0 })
  const shown = useDetailParam()
  const message = useOpenMessage(rowsOf(query.data), shown.id, query.isPending)
  const show = ({ id }: ReceivedMessage) => shown.show(String(id))
  return (
    <AdminPage title={TITLE} about="What visitors write on the contact page.">
      <StateChips
        state={state}
        onChange={(next) => patch({ state: next === 'open' ? null : next, view: null, pages: null })}
      />
      <PagedTable
        query={query}
        noun="messages"
        failure="Failed To Fetch Messages. Please Try Again"
        caption={state === 'open' ? 'Open messages, newest first' : 'Messages that are done, newest first'}
        columns={messageColumns(state, show)}
        rowKey={({ id }) => id}
        onRowClick={show}
        empty={<Empty state={state} />}
      />
      <MessageDialog message={message} open={shown.open} onClose={shown.close} onChanged={shown.close} />
    </AdminPage>
  )
}
