import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { messageOf } from '@/api/problem'
import { sessionToken } from '@/api/session'
import type { OrderEvent, OrderNoteRequest } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { TextareaField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
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
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          sent()
        },
        onError: (error) => toast.error(messageOf(error, 'Failed to add the note. Please try again.')),
      },
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
