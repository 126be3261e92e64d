import { useQuery } from '@tanstack/react-query'
import type { OrderEvent } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Loaded } from '@/ui/loaded'
import { orderQueries } from './queries'

/** What a customer reads of each kind of event. */
const TITLES: Record<OrderEvent['kind'], string> = {
  placed: 'Order placed',
  status: 'Status changed',
  packed: 'Packed',
  unpacked: 'Being prepared again',
  readyForPickup: 'Ready for pick-up',
  handedOver: 'Handed over to the courier',
  delivered: 'Delivered',
  undelivered: 'Not delivered, and cancelled',
  cancelled: 'Cancelled',
  note: 'Message from the shop',
  parcel: 'Tracking updated',
  parcelMailed: 'Tracking updated',
  codConfirmed: 'Confirmed by telephone',
  codUnreachable: 'We tried to call you',
  codRefused: 'Cancelled by telephone',
  returnRequested: 'Return requested',
  returnWithdrawn: 'Return withdrawn',
  returnApproved: 'Return approved',
  returnRejected: 'Return not accepted',
  returnReceived: 'Returned items received',
}

const STATUSES: Record<OrderEvent['to'], string> = {
  processing: 'Being prepared',
  shipped: 'On its way',
  completed: 'Delivered',
  cancelled: 'Cancelled',
}

const titleOf = ({ kind, to }: OrderEvent): string => (kind === 'status' ? STATUSES[to] : TITLES[kind])

function Event({ event }: { event: OrderEvent }) {
  return (
    <li className="relative pb-5 ps-7 last:pb-0">
      <span aria-hidden className="absolute start-0 top-1.5 size-3 rounded-full bg-lotus" />
      <p className="font-semibold">
        {titleOf(event)}
        {event.kind === 'cancelled' && event.actorEmail !== null && ' by you'}
      </p>
      {event.text !== null && <p className="break-words whitespace-pre-line">{event.text}</p>}
      <p className="text-sm text-cocoa">
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      </p>
    </li>
  )
}

/** What has happened to an order, oldest first, as its customer sees it. */
export function Timeline({ orderId }: { orderId: string }) {
  const query = useQuery({ ...orderQueries.history(orderId), staleTime: 0 })
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-4 font-display text-xl">
        What has happened
      </h2>
      <Loaded query={query} message="The history could not be loaded." skeleton="h-24">
        {(events) => (
          <ol className="relative before:absolute before:start-[0.3125rem] before:top-3 before:bottom-6 before:w-px before:bg-line">
            {events.map((event, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added behind
              <Event key={place} event={event} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}
