import { Button } from './button'

export type LoadMoreProps = {
  hasMore: boolean
  pending: boolean
  onLoad: () => void
  shown: number
  /** As the server counts ('48', '10000+'); null when unknown. */
  total: string | null
  /** What the rows are, in the plural. */
  noun: string
}

/** How much of a list is shown, and the button for more. */
export function LoadMore({ hasMore, pending, onLoad, shown, total, noun }: LoadMoreProps) {
  return (
    <div className="flex flex-col items-center gap-4 py-8">
      <p role="status" className="text-sm text-cocoa">
        Showing {shown} {total === null ? noun : `of ${total} ${noun}`}
      </p>
      {hasMore && (
        <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={onLoad}>
          Load more
        </Button>
      )}
    </div>
  )
}
