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
import { useOrderAnswer } from '@/features/orders/order-mutations'

const POINT_LABELS: Record<FulfilmentStatus, string> = {
  unfulfilled: 'To pack',
  packed: 'Packed',
  readyForPickup: 'Ready for pick-up',
  handedOver: 'Handed over',
  delivered: 'Delivered',
}

export const pointLabel = (point: FulfilmentStatus): string => POINT_LABELS[point]

/** The lists of the packing queue. The first leaves out unpaid orders that are paid in advance. */
export const QUEUES = ['toPack', 'packed', 'readyForPickup'] as const satisfies FulfilmentFilter[]
export type Queue = (typeof QUEUES)[number]

export const queueLabel = (queue: Queue): string => pointLabel(queue === 'toPack' ? 'unfulfilled' : queue)

/** The step that the orders of a queue take next. */
export const QUEUE_STEPS: Record<Queue, FulfilmentStep> = {
  toPack: 'packed',
  packed: 'handedOver',
  readyForPickup: 'delivered',
}

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
  packed: ['handedOver', 'readyForPickup', 'unpacked'],
  readyForPickup: ['delivered', 'handedOver', 'unpacked', 'undelivered'],
  handedOver: ['delivered', 'undelivered'],
  delivered: [],
}

/** The steps that are possible now, the usual one first. */
export const stepsOf = ({ status, fulfilmentStatus }: Order): readonly FulfilmentStep[] =>
  status === 'cancelled' ? [] : STEPS[fulfilmentStatus]

/** Takes a step with an order. */
export function useFulfil() {
  return useMutation({
    mutationFn: ({ orderId, body }: { orderId: string; body: FulfilmentRequest }) =>
      unwrap(api.POST('/api/orders/{orderId}/fulfilment', { params: { path: { orderId } }, body })),
    ...useOrderAnswer(),
  })
}
