import { X } from 'lucide-react'
import { smaller } from '@/features/images/smaller'
import { IMAGE_ACCEPT, imageProblem } from '@/features/images/upload'
import { upperLimit } from '@/lib/limits'
import { Field } from '@/ui/field'
import { FileButton } from '@/ui/file-button'
import { IconButton } from '@/ui/icon-button'
import { useObjectUrl } from '@/ui/use-object-url'

/** The most photos of a return. */
export const mostPhotos = (): number => Math.min(5, upperLimit('returnPhotos'))

function Photo({ file, number, onRemove }: { file: File; number: number; onRemove: () => void }) {
  const url = useObjectUrl(file)
  return (
    <li className="flex items-center gap-3">
      <span className="size-14 flex-none overflow-hidden rounded-tag border border-line bg-shell">
        {url !== null && <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm">{file.name}</span>
      <IconButton icon={X} label={`Remove photo ${number}`} onClick={onRemove} />
    </li>
  )
}

type PhotoFieldProps = {
  label: string
  hint?: string
  photos: readonly File[]
  error: string | undefined
  disabled: boolean
  onChange: (photos: File[], error: string | undefined) => void
}

/** Chooses photos, which are made smaller before they are kept. */
export function PhotoField({ label, hint, photos, error, disabled, onChange }: PhotoFieldProps) {
  const most = mostPhotos()
  const add = async (chosen: readonly File[]) => {
    const small = await Promise.all(chosen.map(smaller))
    const fine = small.filter((file) => imageProblem(file) === null)
    const faulty = small.find((file) => imageProblem(file) !== null)
    const all = [...photos, ...fine]
    const tooMany = all.length > most ? `At most ${most} photos can be sent.` : undefined
    onChange(all.slice(0, most), (faulty && imageProblem(faulty)) ?? tooMany)
  }
  return (
    <Field label={label} optional error={error} {...(hint !== undefined && { hint })}>
      {(aria) => (
        <div className="grid justify-items-start gap-3">
          {photos.length > 0 && (
            <ul className="grid w-full gap-2">
              {photos.map((file, place) => (
                <Photo
                  // biome-ignore lint/suspicious/noArrayIndexKey: two photos may have the same name
                  key={`${place} ${file.name}`}
                  file={file}
                  number={place + 1}
                  onRemove={() =>
                    onChange(
                      photos.filter((_, at) => at !== place),
                      undefined,
                    )
                  }
                />
              ))}
            </ul>
          )}
          {photos.length < most && (
            <FileButton
              {...aria}
              multiple
              accept={IMAGE_ACCEPT}
              disabled={disabled}
              onFiles={(files) => void add(files)}
            >
              {photos.length === 0 ? 'Choose photos' : 'Choose more'}
            </FileButton>
          )}
        </div>
      )}
    </Field>
  )
}
