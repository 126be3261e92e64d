// The steps of packing and delivering in the words of the back-office, and the calls that take them.
import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type {
  FulfilmentFilter,
  FulfilmentRequest,
  FulfilmentStatus,
  FulfilmentStep,
  Order,
} from '@/api/types'
import { isPickup } from '@/features/orders/delivery-facts'
import { useOrderAnswer } from '@/features/orders/order-mutations'
import type { Parcel } from './parcel-fields'

const POINT_LABELS: Record<FulfilmentStatus, string> = {
  unfulfilled: 'To pack',
  packed: 'Packed',
  readyForPickup: 'Ready for pick-up',
  handedOver: 'Handed over',
  delivered: 'Delivered',
}

export const pointLabel = (point: FulfilmentStatus): string => POINT_LABELS[point]

/** How far an order has come; a cancelled one is not to be packed any more. */
export const pointOf = ({ status, fulfilmentStatus }: Order): string =>
  status === 'cancelled' && fulfilmentStatus === 'unfulfilled' ? 'Not packed' : pointLabel(fulfilmentStatus)

/** The lists of the packing queue. The first leaves out unpaid orders that are paid in advance. */
export const QUEUES = ['toPack', 'packed', 'readyForPickup'] as const satisfies FulfilmentFilter[]
export type Queue = (typeof QUEUES)[number]

export const queueLabel = (queue: Queue): string => pointLabel(queue === 'toPack' ? 'unfulfilled' : queue)

const STEP_LABELS: Record<FulfilmentStep, string> = {
  packed: 'Mark packed',
  unpacked: 'Unpack again',
  readyForPickup: 'Ready for pick-up',
  handedOver: 'Hand over',
  delivered: 'Mark delivered',
  undelivered: 'Not delivered',
}

export const stepLabel = (step: FulfilmentStep): string => STEP_LABELS[step]

/** The steps that lead on from each point; the first is the usual one. */
const STEPS: Record<FulfilmentStatus, readonly FulfilmentStep[]> = {
  unfulfilled: ['packed'],
  packed: ['handedOver', 'unpacked'],
  readyForPickup: ['delivered', 'handedOver', 'unpacked', 'undelivered'],
  handedOver: ['delivered', 'undelivered'],
  delivered: [],
}

/** Those of a packed order that the customer picks up. */
const STEPS_TO_PICKUP: readonly FulfilmentStep[] = ['readyForPickup', 'handedOver', 'unpacked']

/** The steps that are possible now, the usual one first. */
export function stepsOf(order: Order): readonly FulfilmentStep[] {
  if (order.status === 'cancelled') return []
  const isPackedForPickup = order.fulfilmentStatus === 'packed' && isPickup(order)
  return isPackedForPickup ? STEPS_TO_PICKUP : STEPS[order.fulfilmentStatus]
}

/** The usual next step. */
const nextStep = (order: Order): FulfilmentStep | null => stepsOf(order)[0] ?? null

/** The usual next step of an order of a queue; null where the order has gone on meanwhile. */
export const queueStep = (order: Order, queue: Queue): FulfilmentStep | null =>
  order.fulfilmentStatus === (queue === 'toPack' ? 'unfulfilled' : queue) ? nextStep(order) : null

const METHOD_LABELS: Record<string, string> = {
  express: 'Express delivery',
  pickup: 'Pick-up at the shop',
}

/** The name of a method of delivery that needs attention; null for the standard one. */
export const specialDelivery = ({ delivery: { method } }: Order): string | null =>
  method === 'standard' ? null : (METHOD_LABELS[method] ?? method)

/** Corrects the parcel of an order that is on its way; what is absent is not known any more. */
export function useChangeParcel() {
  return useMutation({
    mutationFn: ({ orderId, ...body }: { orderId: string; notify: boolean } & Partial<Parcel>) =>
      unwrap(api.PUT('/api/orders/{orderId}/parcel', { params: { path: { orderId } }, body })),
    ...useOrderAnswer(),
  })
}

/** Takes a step with an order. */
export function useFulfil() {
  return useMutation({
    mutationFn: ({ orderId, body }: { orderId: string; body: FulfilmentRequest }) =>
      unwrap(api.POST('/api/orders/{orderId}/fulfilment', { params: { path: { orderId } }, body })),
    ...useOrderAnswer(),
  })
}
