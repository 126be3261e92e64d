import { CircleAlert } from 'lucide-react'
import { Button } from './button'
import { toast } from './toast'

/** An error in place of the content, with a retry button. */
export function ErrorNotice({
  message,
  onRetry,
  pending,
}: {
  message: string
  onRetry?: () => void
  pending?: boolean
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card bg-error-wash px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden size={28} className="text-error" />
      <p className="max-w-prose font-medium">{message}</p>
      {onRetry !== undefined && (
        <Button
          variant="secondary"
          size="sm"
          pending={pending}
          onClick={() => {
            toast.clearErrors()
            onRetry()
          }}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
