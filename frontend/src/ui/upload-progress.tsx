import { Button } from './button'

/** How much of a picture has been sent, and the way to stop it. From there on the server is at work. */
export function UploadProgress({ share, onStop }: { share: number; onStop?: (() => void) | undefined }) {
  const sent = share >= 1
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label="Uploading the picture"
        max={1}
        value={share}
        className="h-1.5 min-w-24 flex-1 accent-lotus"
      />
      <span aria-hidden className="text-sm text-cocoa tabular-nums">
        {sent ? 'Checking the picture...' : `${Math.round(share * 100)}%`}
      </span>
      {onStop !== undefined && (
        <Button variant="quiet" size="sm" onClick={onStop}>
          Cancel upload
        </Button>
      )}
    </div>
  )
}
