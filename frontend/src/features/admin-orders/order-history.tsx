import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { sessionToken } from '@/api/session'
import type { OrderEvent, OrderNoteRequest } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { formatDateTime } from '@/lib/date'
import { maxLength } from '@/lib/limits'
import { LoadFailure } from '@/ui/admin/load-failure'
import { StatusBadge, statusLabel } from '@/ui/admin/order-status'
import { announced } from '@/ui/admin/small-form'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { TextareaField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { useDraftTexts } from './use-draft-texts'

/** Adds a note to an order; the history shows it at once. */
function useAddNote(orderId: string) {
  const client = useQueryClient()
  const { queryKey } = orderQueries.history(orderId)
  return useMutation({
    mutationFn: (body: OrderNoteRequest) =>
      unwrap(api.POST('/api/orders/{orderId}/notes', { params: { path: { orderId } }, body })),
    onMutate: () => sessionToken(),
    onSuccess: ({ event }, _, session) => {
      if (!isCurrentSession(session)) return
      client.setQueryData(queryKey, (events: OrderEvent[] | undefined) => events && [...events, event])
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

const READERS = [
  { value: 'internal', label: 'Staff only' },
  { value: 'customer', label: 'The customer too' },
]

const BLANK = { text: '', visibility: 'internal' }

/** A note for the history of an order. */
export function NoteForm({ orderId }: { orderId: string }) {
  const { texts, change, sent } = useDraftTexts(`order-note ${orderId}`, BLANK)
  const { text, visibility } = texts
  const { mutate, isPending } = useAddNote(orderId)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isPending) return
    mutate(
      { text, visibility: visibility === 'customer' ? 'customer' : 'internal' },
      announced('Failed to add the note. Please try again.', () => sent()),
    )
  }
  return (
    <form onSubmit={add} className="grid gap-4" aria-label="Add a note">
      <TextareaField
        label="Note"
        rows={2}
        maxLength={maxLength('noteLength')}
        value={text}
        onChange={(event) => change({ ...texts, text: event.target.value })}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Who reads it"
          options={READERS}
          value={visibility}
          onChange={(event) => change({ ...texts, visibility: event.target.value })}
        />
        <Button type="submit" variant="secondary" pending={isPending} disabled={text.trim() === ''}>
          Add note
        </Button>
      </div>
    </form>
  )
}

/** The names of the events; of a status that was set, the statuses say it. */
const TITLES: Record<Exclude<OrderEvent['kind'], 'status'>, string> = {
  placed: 'Placed',
  packed: 'Packed',
  unpacked: 'Unpacked again',
  readyForPickup: 'Ready for pick-up',
  handedOver: 'Handed over',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  cancelled: 'Cancelled before packing',
  note: 'Note',
  parcel: 'Tracking corrected',
  parcelMailed: 'Tracking corrected, customer mailed',
  codConfirmed: 'Confirmed by telephone',
  codUnreachable: 'Called, no answer',
  codRefused: 'Refused by telephone',
  returnRequested: 'Return requested',
  returnWithdrawn: 'Return withdrawn',
  returnApproved: 'Return approved',
  returnRejected: 'Return not accepted',
  returnReceived: 'Return received',
}

function Title({ event: { kind, from, to, visibility } }: { event: OrderEvent }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {kind !== 'status' && <span>{TITLES[kind]}</span>}
      {visibility === 'customer' && <Badge tone="blue">Customer reads it</Badge>}
      {from !== null && from !== to && (
        <>
          <span>{statusLabel(from)}</span>
          <span aria-hidden>→</span>
          <span className="sr-only">to</span>
          <StatusBadge status={to} />
        </>
      )}
    </p>
  )
}

function Step({ event }: { event: OrderEvent }) {
  return (
    <li className="relative pb-4 ps-6 last:pb-0">
      <span aria-hidden className="absolute start-0 top-2 size-2.5 rounded-full bg-lotus" />
      <Title event={event} />
      {event.text !== null && <p className="break-words whitespace-pre-line">{event.text}</p>}
      <p className="text-sm break-words text-cocoa">
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        {` · ${event.actorEmail ?? 'Automatic'}`}
      </p>
      {event.requestId !== null && <p className="text-xs break-all text-cocoa">Request {event.requestId}</p>}
    </li>
  )
}

/** The history of an order: time, author, old and new values, notes. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const { data, isError, isRefetching, refetch } = useQuery({
    ...orderQueries.history(orderId),
    staleTime: 0,
  })
  return (
    <section aria-label="History">
      <h3 className="mb-3 font-display text-xl">History</h3>
      {data !== undefined && (
        <ol className="relative before:absolute before:start-1 before:top-3 before:bottom-6 before:w-px before:bg-line">
          {data.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added behind
            <Step key={place} event={event} />
          ))}
        </ol>
      )}
      {data === undefined && !isError && (
        <LoadingRegion>
          <Skeleton className="h-16 w-full" />
        </LoadingRegion>
      )}
      {data === undefined && isError && (
        <LoadFailure what="The history" pending={isRefetching} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
