import type { Review } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { EmailText } from '@/ui/admin/email-text'
import { Button } from '@/ui/button'
import { Stars } from '@/ui/stars'
import type { Column } from '@/ui/table'

export const reviewColumns = (onDelete: (review: Review) => void): Column<Review>[] => [
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
