import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Return } from '@/api/types'
import { type FormField, SmallForm, useSmallForm } from '@/ui/admin/small-form'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useJudgeReturn } from './queries'

type JudgeProps = {
  orderId: string
  of: Return
  /** Called when the return is judged, by this form or by another member of staff. */
  onDone: () => void
}

const REASON: readonly FormField<'reason'>[] = [
  {
    name: 'reason',
    label: 'Why is it not accepted?',
    rows: 2,
    maxLength: 500,
    autoFocus: true,
    hint: 'The customer reads this.',
    missing: 'Enter a reason',
  },
]

/** Approves a return, or rejects it with a reason. */
export function JudgeReturn({ orderId, of: { returnId }, onDone }: JudgeProps) {
  const [rejecting, setRejecting] = useState(false)
  const state = useSmallForm({ reason: '' })
  const { mutate, isPending } = useJudgeReturn()
  const judge = (outcome: 'approved' | 'rejected', reason?: string) =>
    mutate(
      { orderId, returnId, body: { outcome, ...(reason !== undefined && { reason }) } },
      {
        onSuccess: () => {
          toast.success(outcome === 'approved' ? 'Return approved.' : 'Return rejected.')
          onDone()
        },
        onError: (error) => {
          toast.error(messageOf(error, 'Failed to judge the return. Please try again.'))
          state.showErrors(error)
        },
      },
    )
  if (rejecting)
    return (
      <SmallForm
        state={state}
        fields={REASON}
        onSubmit={state.submit(({ reason }) => judge('rejected', reason))}
        submit="Reject return"
        tone="danger"
        pending={isPending}
        cancel={{ label: 'Back', variant: 'quiet' }}
        onCancel={() => setRejecting(false)}
      />
    )
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" pending={isPending} onClick={() => judge('approved')}>
        Approve
      </Button>
      <Button size="sm" variant="secondary" disabled={isPending} onClick={() => setRejecting(true)}>
        Reject
      </Button>
    </div>
  )
}
