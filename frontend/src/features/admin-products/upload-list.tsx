import { CircleAlert, X } from 'lucide-react'
import { IconButton } from '@/ui/icon-button'
import { ProgressBar } from '@/ui/progress-bar'
import type { Upload } from './use-image-uploads'

/** Running and failed uploads. */
export function UploadList({
  uploads,
  onDismiss,
}: {
  uploads: readonly Upload[]
  onDismiss: (id: string) => void
}) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="grid gap-2">
      {uploads.map(({ id, name, share, failure }) => (
        <li key={id} className="flex items-center gap-3 rounded-input bg-shell py-1 ps-4 pe-1">
          <div className="min-w-0 flex-1 py-2">
            <p className="truncate text-sm font-medium">{name}</p>
            {failure === null ? (
              <ProgressBar label={`Uploading ${name}`} share={share} className="mt-1 h-2" />
            ) : (
              <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-error">
                <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none" />
                {failure}
              </p>
            )}
          </div>
          {failure !== null && (
            <IconButton icon={X} label={`Dismiss ${name}`} onClick={() => onDismiss(id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
