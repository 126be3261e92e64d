import type { Review } from '@/api/types'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { toast } from '@/ui/toast'
import { useDeleteReview } from './queries'

export type DeleteReviewDialogProps = {
  review: Review
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteReviewDialog({ review, ...dialog }: DeleteReviewDialogProps) {
  return (
    <DeleteDialog
      {...dialog}
      name={`the review by ${review.userEmail}`}
      id={review._id}
      mutation={useDeleteReview()}
      success="Review deleted successfully"
      onError={() => toast.error('Failed to delete review. Please try again.')}
    >
      <blockquote className="mt-4 line-clamp-4 rounded-input bg-shell px-4 py-3 text-sm">
        {review.comment}
      </blockquote>
    </DeleteDialog>
  )
}
