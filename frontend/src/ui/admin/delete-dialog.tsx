import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useFocusAfterDelete } from './use-focus-after-delete'

export type DeleteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title?: string
  /** The object as the question names it: 'Are you sure you want to delete …?' */
  name: string
  /** What the mutation deletes. */
  id: string
  mutation: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>
  /** The notice after the deletion. */
  success: string
  onError: (error: Error) => void
  /** Between question and buttons. */
  children: ReactNode
}

/** Asks before a row is deleted, deletes it, and moves the focus to the page's heading. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { open, onOpenChange, title = 'Confirm Deletion', name, id, mutation, success, onError } = props
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
      description={`Are you sure you want to delete ${name}?`}
      confirmLabel="Delete"
      tone="danger"
      pending={mutation.isPending}
      pendingLabel="Deleting..."
      onConfirm={remove}
      finalFocus={finalFocus}
    >
      {props.children}
    </ConfirmDialog>
  )
}
