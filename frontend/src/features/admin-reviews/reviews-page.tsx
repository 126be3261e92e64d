import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareHeart } from 'lucide-react'
import type { Review } from '@/api/types'
import { reviewQueries } from '@/features/reviews/queries'
import { AdminPage } from '@/ui/admin/admin-page'
import { PagedTable } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { DeleteReviewDialog } from './delete-review-dialog'
import { reviewColumns } from './review-columns'

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
      {deleting.subject && (
        <DeleteReviewDialog review={deleting.subject} open={deleting.open} onOpenChange={deleting.setOpen} />
      )}
    </AdminPage>
  )
}
