import type { ReactNode } from 'react'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useFocusAfterDelete } from './focus-heading'

type DeleteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title?: string
  /** The object as the question names it: 'Are you sure you want to delete …?' */
  name: string
  /** Another question than this one. */
  question?: string
  confirmLabel?: string
  /** What the mutation deletes. */
  id: string
  mutation: {
    isPending: boolean
    mutate: (
      id: string,
      on: { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void },
    ) => void
  }
  /** The notice after the deletion. */
  success: string
  onError: (error: Error) => void
  /** Between question and buttons. */
  children: ReactNode
}

/** Asks before a row is deleted, deletes it, and moves the focus to the page's heading. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { open, onOpenChange, title = 'Confirm Deletion', name, id, mutation, success, onError } = props
  const { question, confirmLabel = 'Delete' } = props
  const { markDeleted, finalFocus } = useFocusAfterDelete(id)
  const remove = () =>
    mutation.mutate(id, {
      onSuccess: () => {
        toast.success(success)
        markDeleted()
      },
      onError,
      onSettled: () => onOpenChange(false),
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={question ?? `Are you sure you want to delete ${name}?`}
      confirmLabel={confirmLabel}
      tone="danger"
      pending={mutation.isPending}
      {...(confirmLabel === 'Delete' && { pendingLabel: 'Deleting...' })}
      onConfirm={remove}
      finalFocus={finalFocus}
    >
      {props.children}
    </ConfirmDialog>
  )
}
