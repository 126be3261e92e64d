import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageSquareHeart } from 'lucide-react'
import { api, unwrap } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import type { Review } from '@/api/types'
import { reviewQueries } from '@/features/reviews/queries'
import { formatDateTime } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmailText } from '@/ui/admin/columns'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { PagedTable } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { Stars } from '@/ui/stars'
import type { Column } from '@/ui/table'
import { toast } from '@/ui/toast'

const reviewColumns = (onDelete: (review: Review) => void): Column<Review>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (review) => (
      <span className="font-semibold wrap-anywhere md:inline-block md:min-w-20 xl:min-w-32">
        {review.name}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: (review) => <EmailText address={review.userEmail} />,
  },
  {
    key: 'rating',
    header: 'Rating',
    className: 'max-md:items-center',
    cell: (review) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
        <span aria-hidden className="inline-flex">
          <Stars rating={review.rating} />
        </span>
        {review.rating}/5
      </span>
    ),
  },
  {
    key: 'comment',
    header: 'Comment',
    className: 'max-md:block max-md:text-start',
    cell: (review) => (
      <p className="max-w-prose wrap-anywhere whitespace-pre-line md:min-w-40 xl:min-w-60">
        {review.comment}
      </p>
    ),
  },
  {
    key: 'submitted',
    header: 'Submitted On',
    cell: (review) => <span className="inline-block md:w-24">{formatDateTime(review.createdAt)}</span>,
  },
  {
    key: 'action',
    header: 'Action',
    bare: true,
    className: 'max-md:pt-2',
    cell: (review) => (
      <Button
        variant="secondary"
        size="sm"
        className="max-md:w-full"
        aria-label={`Delete the review by ${review.userEmail}`}
        onClick={() => onDelete(review)}
      >
        Delete
      </Button>
    ),
  },
]

/** Deletes any review. */
function useDeleteReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reviewId: string) =>
      unwrap(api.DELETE('/api/reviews/delete/{_id}', { params: { path: { _id: reviewId } } })),
    onSuccess: (_, reviewId) =>
      replaceRow<Review>(client, ['reviews', 'list'], ({ _id }) => _id === reviewId, null),
    onSettled: () => invalidateLists(client, ['reviews']),
  })
}

type DeleteReviewDialogProps = {
  review: Review
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteReviewDialog({ review, ...dialog }: DeleteReviewDialogProps) {
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

export const TITLE = 'User Reviews'

const NONE = 'No reviews available'

export function AdminReviewsPage() {
  const query = useInfiniteQuery(reviewQueries.list())
  const deleting = useConfirm<Review>()
  const columns = reviewColumns(deleting.ask)
  return (
    <AdminPage title={TITLE} about="What customers write about the shop.">
      <PagedTable
        query={query}
        noun="reviews"
        caption="Reviews, newest first"
        columns={columns}
        rowKey={(review) => review._id}
        empty={
          <EmptyState icon={MessageSquareHeart} title={NONE}>
            Customers write reviews on the home page. Each comes here at once.
          </EmptyState>
        }
        loading={
          <div className="flex justify-center py-16 text-lotus">
            <Spinner label="Loading..." className="size-8" />
          </div>
        }
        failed={
          <div className="rounded-card border border-line bg-white">
            <EmptyState
              icon={MessageSquareHeart}
              title={NONE}
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  pending={query.isRefetching}
                  onClick={() => void query.refetch()}
                >
                  Try again
                </Button>
              }
            >
              The reviews could not be loaded.
            </EmptyState>
          </div>
        }
      />
      {deleting.subject && <DeleteReviewDialog review={deleting.subject} {...deleting.dialog} />}
    </AdminPage>
  )
}
