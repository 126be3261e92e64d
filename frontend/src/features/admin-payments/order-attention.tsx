import { useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '@/api/paging'
import { isGone } from '@/api/refusal'
import type { Attention, Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { LoadFailure } from '@/ui/admin/load-failure'
import { announced, type FormField, SmallForm, useSmallForm } from '@/ui/admin/small-form'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { attentionLabel } from './labels'
import { paymentQueries, useCloseAttention } from './queries'

const NOTE: readonly FormField<'note'>[] = [
  {
    name: 'note',
    label: 'What was done?',
    rows: 2,
    maxLength: 500,
    autoFocus: true,
    missing: 'Enter a note',
  },
]

/** Closes an item with a note about what was done. */
export function CloseAttention({
  item: { attentionId, kind, orderId },
  onClosed,
}: {
  item: Attention
  /** Called when the item is closed, by this form or by another member of staff. */
  onClosed?: () => void
}) {
  const [open, setOpen] = useState(false)
  const state = useSmallForm({ note: '' })
  const { mutate, isPending } = useCloseAttention()
  const name = `${attentionLabel(kind)}${orderId === null ? '' : `, ${orderId}`}`
  const { onSuccess, onError } = announced('Failed to close it. Please try again.', onClosed)
  const close = state.submit(({ note }) =>
    mutate(
      { id: attentionId, note },
      {
        onSuccess,
        onError: (error) => {
          if (!isGone(error)) {
            onError(error)
            return void state.showErrors(error)
          }
          toast.info('Another member of staff has closed this meanwhile.')
          onClosed?.()
        },
      },
    ),
  )
  if (!open)
    return (
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        aria-label={`Close: ${name}`}
        onClick={() => setOpen(true)}
      >
        Close
      </Button>
    )
  return (
    <SmallForm
      state={state}
      fields={NOTE}
      onSubmit={close}
      submit="Close it"
      pending={isPending}
      onCancel={() => setOpen(false)}
    />
  )
}

/** What of an order's payment waits for staff; nothing where nothing waits. */
export function OrderAttention({ order }: { order: Order }) {
  const { data, isError, isRefetching, refetch } = useInfiniteQuery({
    ...paymentQueries.attention(order.orderId),
    staleTime: 0,
  })
  if (isError && data === undefined)
    return <LoadFailure what="What waits for staff" pending={isRefetching} onRetry={() => void refetch()} />
  return rowsOf(data).map((item) => (
    <div key={item.attentionId} className="grid gap-2 rounded-input bg-warning-wash p-4">
      <p className="flex gap-2 font-semibold">
        <TriangleAlert aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
        {attentionLabel(item.kind)}
      </p>
      <p className="break-words">
        {item.detail} <span className="text-sm text-cocoa">{formatDateTime(item.at)}</span>
      </p>
      <CloseAttention item={item} />
    </div>
  ))
}
