// The form of the update dialog: values, rules and the resulting change.
import * as z from 'zod/mini'
import { carriedBy } from '@/api/refusal'
import type { May } from '@/api/staff'
import type { Order, OrderStatus, OrderUpdate } from '@/api/types'
import { atMost } from '@/lib/field-rules'
import { STATUS_OPTIONS, STATUSES, statusLabel } from '@/ui/admin/order-status'

export type OrderFormValues = { status: OrderStatus; notes: string; paymentId: string; refunded: boolean }

export const valuesOf = (order: Order): OrderFormValues => ({
  status: order.status,
  notes: order.notes ?? '',
  paymentId: order.paymentId ?? '',
  refunded: order.refunded ?? false,
})

export const orderFormSchema = z.object({
  status: z.enum(STATUSES, 'Please choose a status'),
  notes: z.string().check(atMost('notesLength', (max) => `Notes may have at most ${max} characters`)),
  paymentId: z
    .string()
    .check(atMost('paymentIdLength', (max) => `A payment ID may have at most ${max} characters`)),
  refunded: z.boolean(),
})

/**
 * The fields that differ from the order, so that another admin's change is not undone; null removes the payment. The request has
 * the expected status: the server refuses it when the order has another status.
 */
export function changeOf(order: Order, values: OrderFormValues): OrderUpdate {
  const before = valuesOf(order)
  const notes = values.notes.trim()
  const paymentId = values.paymentId.trim()
  return {
    expectedStatus: before.status,
    ...(values.status !== before.status && { status: values.status }),
    ...(notes !== before.notes && { notes }),
    ...(paymentId !== before.paymentId && { paymentId: paymentId || null }),
    ...(values.refunded !== before.refunded && { refunded: values.refunded }),
  }
}

/** Whether one's rights suffice for a change of the status (the server's `permission_for`). */
function maySet(may: May, from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return true
  if (from === 'processing' && to === 'cancelled') return may('cancelProcessingOrders')
  if (from === 'cancelled' || to === 'cancelled') return may('manageOrders')
  return may('fulfilOrders')
}

/** The statuses that one may choose for an order with this status. */
export const statusOptions = (may: May, from: OrderStatus) =>
  STATUS_OPTIONS.filter(({ value }) => maySet(may, from, value))

/** The description of the change in the confirmation. */
export function describeChange(order: Order, change: OrderUpdate): string[] {
  return [
    change.status && `Status: ${statusLabel(order.status)} → ${statusLabel(change.status)}`,
    change.notes !== undefined && (change.notes ? 'Notes: changed' : 'Notes: removed'),
    change.paymentId !== undefined &&
      (change.paymentId ? `Payment ID: ${change.paymentId}` : `Payment ID: ${order.paymentId} removed`),
    change.refunded !== undefined &&
      (change.refunded ? 'Marked as refunded' : 'No longer marked as refunded'),
  ].filter((line): line is string => typeof line === 'string')
}

/** The present order when the error is an unexpected status, else null. */
export const changedOrder = (error: unknown): Order | null =>
  carriedBy(error, 'order.status_changed', 'order')

/** The form's changes since `opened`, applied to `present`. */
export function rebased(typed: OrderFormValues, opened: Order, present: Order): Partial<OrderFormValues> {
  const [before, now] = [valuesOf(opened), valuesOf(present)]
  const fields = Object.keys(before) as (keyof OrderFormValues)[]
  return Object.fromEntries(
    fields
      .filter((field) => typed[field] !== before[field] && typed[field] !== now[field])
      .map((field) => [field, typed[field]]),
  )
}
