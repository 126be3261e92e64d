import { ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './button'
import { cx } from './cx'
import { Avatar } from './image'
import { UploadProgress } from './upload-progress'
import { useObjectUrl } from './use-object-url'

type PictureFieldProps = {
  label: string
  /** The `accept` attribute of the file input. */
  accept: string
  file: File | null
  onChange: (file: File | null) => void
  /** The present picture, shown until another is chosen. */
  current?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  /** The share sent (0 to 1) during an upload, else null. */
  progress?: number | null | undefined
  /** Stops the upload. */
  onStop?: (() => void) | undefined
  disabled?: boolean | undefined
}

/** An optional profile picture: preview, choose, remove. */
export function PictureField({
  label,
  accept,
  file,
  onChange,
  current,
  hint,
  error,
  progress = null,
  onStop,
  disabled = false,
}: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(file)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const remove = () => {
    if (input.current !== null) {
      input.current.value = ''
      input.current.focus()
    }
    onChange(null)
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar
        src={preview ?? current}
        alt={preview === null ? '' : 'Preview of the chosen picture'}
        className="size-20"
      />
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5">
        <p className="font-medium">
          {label} <span className="font-normal text-cocoa">(optional)</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className={cx(
              'inline-flex min-h-11 items-center gap-2 rounded-full border border-control px-4 text-sm font-semibold transition-colors hover:border-ink hover:bg-shell',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-60',
            )}
          >
            <ImagePlus aria-hidden size={18} />
            <span className="sr-only">{label}: </span>
            {file === null ? 'Choose a picture' : 'Choose another'}
          </label>
          {file !== null && (
            <Button variant="quiet" size="sm" disabled={disabled} onClick={remove}>
              <Trash2 aria-hidden size={18} />
              Remove
            </Button>
          )}
        </div>
        {progress !== null && <UploadProgress share={progress} onStop={onStop} />}
        {file !== null && <p className="truncate text-sm text-cocoa">{file.name}</p>}
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="text-sm font-medium text-error">
            {error}
          </p>
        )}
        {hint !== undefined && file === null && (
          <p id={`${id}-hint`} className="text-sm text-balance text-cocoa">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
