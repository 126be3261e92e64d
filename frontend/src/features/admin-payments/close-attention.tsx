import { type FormEvent, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { isGone } from '@/api/refusal'
import type { Attention } from '@/api/types'
import { Button } from '@/ui/button'
import { TextareaField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { attentionLabel } from './labels'
import { useCloseAttention } from './queries'

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
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const { mutate, isPending, error } = useCloseAttention()
  const name = `${attentionLabel(kind)}${orderId === null ? '' : `, ${orderId}`}`
  const close = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (note.trim() === '' || isPending) return
    mutate(
      { id: attentionId, note: note.trim() },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onClosed?.()
        },
        onError: (failure) => {
          if (!isGone(failure))
            return toast.error(messageOf(failure, 'Failed to close it. Please try again.'))
          toast.info('Another member of staff has closed this meanwhile.')
          onClosed?.()
        },
      },
    )
  }
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
    <form noValidate onSubmit={close} className="grid gap-3">
      <TextareaField
        label="What was done?"
        rows={2}
        maxLength={500}
        autoFocus
        value={note}
        error={checked && note.trim() === '' ? 'Enter a note' : firstFieldErrors(error).note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={isPending}>
          Close it
        </Button>
        <Button size="sm" variant="quiet" disabled={isPending} onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
