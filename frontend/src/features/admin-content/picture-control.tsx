import { ImageOff, ImagePlus, Trash2 } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { IMAGE_ACCEPT, imageHint } from '@/features/images/upload'
import { Button } from '@/ui/button'
import { buttonClass } from '@/ui/button-class'
import { cx } from '@/ui/cx'
import { Field } from '@/ui/field'
import { UploadProgress } from '@/ui/upload-progress'
import { builtInPictures, previewOf } from './built-in-pictures'
import type { PictureField } from './fields'
import { useFieldError } from './form-context'
import type { ControlProps } from './plain-controls'
import { useContentPicture } from './use-content-picture'
import { textOf } from './values'

function Thumbnail({ field, address }: { field: PictureField; address: string }) {
  const look = 'look-picture flex-none rounded-input border border-line bg-shell'
  const shape = { 'data-shape': field.shape }
  if (address !== '') return <img src={previewOf(address)} alt="" className={look} {...shape} />
  return (
    <span className={cx('flex items-center justify-center', look)} {...shape}>
      <ImageOff aria-hidden size={20} className="text-cocoa" />
      <span className="sr-only">No picture</span>
    </span>
  )
}

/** Pictures that the app has already, one of which may be chosen instead. */
function BuiltIn({
  field: { shape, builtIn = '', label },
  chosen,
  onChoose,
}: {
  field: PictureField
  chosen: string
  onChoose: (address: string) => void
}) {
  const names = builtInPictures(builtIn, shape === 'wide' || shape === 'tall' ? `-${shape}` : '')
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 items-center text-lotus underline">
        Choose one of our pictures
      </summary>
      <ul className="mt-1 flex flex-wrap gap-2">
        {names.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`${label}: our picture ${index + 1}`}
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
              className="rounded-tag border border-line bg-shell p-1 aria-pressed:border-lotus aria-pressed:outline-2 aria-pressed:outline-lotus"
            >
              <img src={previewOf(name)} alt="" loading="lazy" className="h-14 w-16 object-contain" />
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A picture of a document: it is uploaded when it is chosen, and shown in the preview at once. */
export function PictureControl({ field, value, onChange, path }: ControlProps<PictureField>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { error, clear } = useFieldError(path)
  const change = (address: string | null) => {
    clear()
    onChange(address)
  }
  const { choose, problem, progress, stop } = useContentPicture(field.shape, change)
  const address = textOf(value)
  const choosing = (event: ChangeEvent<HTMLInputElement>) => {
    void choose(event.target.files?.[0])
    event.target.value = ''
  }
  const remove = () => {
    input.current?.focus()
    change(null)
  }
  return (
    <Field
      id={id}
      label={field.label}
      optional={field.without !== undefined}
      error={problem ?? error}
      hint={[field.hint, imageHint()].filter(Boolean).join(' ')}
    >
      {(aria) => (
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-center gap-3">
            <Thumbnail field={field} address={address} />
            <div className="flex flex-wrap items-center gap-2">
              <input
                {...aria}
                ref={input}
                type="file"
                accept={IMAGE_ACCEPT}
                disabled={progress !== null}
                onChange={choosing}
                className="peer sr-only"
              />
              <label
                htmlFor={id}
                className={cx(
                  buttonClass({ variant: 'secondary', size: 'sm' }),
                  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-60',
                )}
              >
                <ImagePlus aria-hidden size={18} />
                <span className="sr-only">{field.label}: </span>
                {address === '' ? 'Choose a picture' : 'Choose another'}
              </label>
              {field.without !== undefined && address !== '' && (
                <Button variant="quiet" size="sm" onClick={remove}>
                  <Trash2 aria-hidden size={18} />
                  Remove<span className="sr-only">: {field.label}</span>
                </Button>
              )}
            </div>
          </div>
          {address === '' && field.without !== undefined && (
            <p className="text-sm text-cocoa">
              Now: {field.without.charAt(0).toLowerCase() + field.without.slice(1)}.
            </p>
          )}
          {progress !== null && <UploadProgress share={progress} onStop={stop} />}
          {field.builtIn !== undefined && <BuiltIn field={field} chosen={address} onChoose={change} />}
        </div>
      )}
    </Field>
  )
}
