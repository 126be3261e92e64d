import { ImageOff, ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { API_BASE_URL } from '@/api/client'
import { messageOf } from '@/api/problem'
import { IMAGE_ACCEPT, imageHint, imageProblem, uploadImage } from '@/features/images/upload'
import { FileButton } from '@/ui/admin/file-button'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Field } from '@/ui/field'
import { UploadProgress } from '@/ui/upload-progress'
import type { PictureField, PictureShape } from './fields'
import { LIMITS } from './limits'
import { type ControlProps, useFieldError } from './plain-controls'
import { textOf } from './values'

const FILES: Readonly<Record<string, string>> = import.meta.glob(
  ['../../assets/hero/slide-*.webp', '../../assets/brands/*.svg'],
  { eager: true, query: '?url', import: 'default' },
)

/** '../../assets/hero/slide-1-mobile.webp' → 'hero-1-tall', '…/brand-2.svg' → 'brand-2'. */
function nameOf(file: string): string {
  const [, slide, mobile] = /slide-(\d+)(-mobile)?\.webp$/.exec(file) ?? []
  if (slide !== undefined) return `hero-${slide}-${mobile === undefined ? 'wide' : 'tall'}`
  return file.replace(/^.*\//, '').replace(/\.svg$/, '')
}

/** The pictures that the app contains, by the names that documents have for them. */
const BUILT_IN = Object.fromEntries(Object.entries(FILES).map(([file, address]) => [nameOf(file), address]))

const PREFIX = 'builtin:'

/** The address of a picture of a document, for a small preview. */
function previewOf(address: string): string {
  if (address.startsWith(PREFIX)) return BUILT_IN[address.slice(PREFIX.length)] ?? ''
  return address.startsWith('/images/') ? `${API_BASE_URL}${address}?w=640` : address
}

/** The app's own pictures whose names begin so and end so, as documents spell them. */
const builtInPictures = (begin: string, end: string): readonly string[] =>
  Object.keys(BUILT_IN)
    .filter((name) => name.startsWith(begin) && name.endsWith(end))
    .map((name) => PREFIX + name)

type Size = { width: number; height: number }

/** The size of a picture; null for a file that the browser cannot show. */
async function sizeOf(file: File): Promise<Size | null> {
  try {
    const { width, height } = await createImageBitmap(file)
    return { width, height }
  } catch {
    return null
  }
}

/** Why a picture does not fit its place; null where it does. */
export function sizeError(shape: PictureShape, { width, height }: Size): string | null {
  if (shape !== 'square') return null
  if (width !== height) return `The icon must be square. This picture has ${width} × ${height} pixels.`
  return width < LIMITS.iconSide
    ? `The icon must have at least ${LIMITS.iconSide} × ${LIMITS.iconSide} pixels. This picture has ${width} × ${height}.`
    : null
}

/** Uploads a picture as soon as it is chosen; `onUploaded` receives its address. */
function useContentPicture(shape: PictureShape, onUploaded: (url: string) => void) {
  const [problem, setProblem] = useState<string | undefined>()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  const refusal = async (file: File): Promise<string | null> => {
    const found = imageProblem(file)
    if (found !== null) return found
    const size = await sizeOf(file)
    return size === null ? null : sizeError(shape, size)
  }
  const send = async (file: File) => {
    running.current = new AbortController()
    const { signal } = running.current
    setProgress(0)
    try {
      onUploaded(await uploadImage(file, { purpose: 'content', onProgress: setProgress, signal }))
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, 'The picture was not uploaded. Please try again.'))
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const found = await refusal(file)
    setProblem(found ?? undefined)
    if (found === null) await send(file)
  }
  return { choose, problem, progress, stop: () => running.current?.abort() }
}

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
              <FileButton
                {...aria}
                ref={input}
                size="sm"
                accept={IMAGE_ACCEPT}
                disabled={progress !== null}
                onFiles={([file]) => void choose(file)}
              >
                <ImagePlus aria-hidden size={18} />
                <span className="sr-only">{field.label}: </span>
                {address === '' ? 'Choose a picture' : 'Choose another'}
              </FileButton>
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
