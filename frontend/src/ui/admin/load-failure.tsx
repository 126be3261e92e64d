import { Button } from '@/ui/button'

/** A line that reports a failed query of a small part, with a retry button. */
export function LoadFailure({
  what,
  pending,
  onRetry,
}: {
  /** As the beginning of a sentence. */
  what: string
  pending: boolean
  onRetry: () => void
}) {
  return (
    <span role="alert" className="flex flex-wrap items-center gap-3">
      {what} could not be loaded.
      <Button variant="secondary" size="sm" pending={pending} onClick={onRetry}>
        Try again
      </Button>
    </span>
  )
}
