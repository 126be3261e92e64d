import type { Review } from '@/api/types'
import { useFocusAfterDelete } from '@/ui/admin/use-focus-after-delete'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useDeleteReview } from './queries'

export type DeleteReviewDialogProps = {
  review: Review
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteReviewDialog({ review, open, onOpenChange }: DeleteReviewDialogProps) {
  const { mutate, isPending } = useDeleteReview()
  const { markDeleted, finalFocus } = useFocusAfterDelete(review._id)
  const remove = () =>
    mutate(review._id, {
      onSuccess: () => {
        toast.success('Review deleted successfully')
        markDeleted()
      },
      onError: () => toast.error('Failed to delete review. Please try again.'),
      onSettled: () => onOpenChange(false),
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Deletion"
      description={`Are you sure you want to delete the review by ${review.userEmail}?`}
      confirmLabel="Delete"
      tone="danger"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={remove}
      finalFocus={finalFocus}
    >
      <blockquote className="mt-4 line-clamp-4 rounded-input bg-shell px-4 py-3 text-sm">
        {review.comment}
      </blockquote>
    </ConfirmDialog>
  )
}
