import { CircleAlert, ImagePlus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { IMAGE_ACCEPT, imageProblem, uploadImage } from '@/features/images/upload'
import { upperLimit } from '@/lib/limits'
import { randomId } from '@/lib/random-id'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { FileButton } from '@/ui/admin/file-button'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { IconButton } from '@/ui/icon-button'
import { ProgressBar } from '@/ui/progress-bar'
import { ImageList } from './image-list'

/** An upload: the share sent (0 to 1), or its error. */
type Upload = { id: string; name: string; share: number; failure: string | null }

/** Parallel uploads that the server accepts from one client. */
const AT_ONCE = 2

type Chosen = { id: string; file: File; url: string | null }

/** Calls `sendOne` for files in order, at most `AT_ONCE` at a time. */
function useUploadQueue(sendOne: (chosen: Chosen) => Promise<void>) {
  const waiting = useRef<Chosen[]>([])
  const running = useRef(0)
  const work = async () => {
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) {
      await sendOne(next)
    }
    running.current -= 1
  }
  return (chosen: readonly Chosen[]) => {
    waiting.current.push(...chosen)
    while (running.current < Math.min(AT_ONCE, running.current + waiting.current.length)) {
      running.current += 1
      void work()
    }
  }
}

/**
 * Uploads product pictures. `onStored` receives their URLs in the order of choice: an upload that finishes early waits for those
 * before it.
 */
export function useImageUploads(onStored: (url: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stop = useRef(new AbortController())
  // Uploads that are neither reported nor failed, in the order of choice.
  const order = useRef<Chosen[]>([])
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  const change = (id: string, patch: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)))
  const dismiss = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id))

  const handOn = () => {
    for (let first = order.current[0]; first?.url; first = order.current[0]) {
      order.current.shift()
      onStored(first.url)
      dismiss(first.id)
    }
  }
  const sendOne = async (chosen: Chosen) => {
    const { signal } = stop.current
    if (signal.aborted) return
    try {
      const onProgress = (share: number) => change(chosen.id, { share })
      chosen.url = await uploadImage(chosen.file, { purpose: 'product', onProgress, signal })
    } catch (error) {
      if (signal.aborted) return
      order.current = order.current.filter(({ id }) => id !== chosen.id)
      change(chosen.id, { failure: messageOf(error, 'The upload failed.') })
    }
    handOn()
  }
  const enqueue = useUploadQueue(sendOne)
  const send = (files: readonly File[]) => {
    const chosen = files.map((file) => ({ id: randomId(), file, url: null }))
    const shown = chosen.map(({ id, file }) => ({
      id,
      name: file.name,
      share: 0,
      failure: imageProblem(file),
    }))
    setUploads((all) => [...all, ...shown])
    const good = chosen.filter((_, place) => shown[place]?.failure === null)
    order.current.push(...good)
    enqueue(good)
  }
  const busy = uploads.some((upload) => upload.failure === null)
  return { uploads, busy, send, dismiss }
}

const isAddress = (text: string): boolean => /^(https?:\/\/\S+|\/images\/\S+)$/.test(text)

/** The field's name in the form. */
const ADDRESS = 'pictureAddress'

/** The field for a picture's URL. */
export function usePictureAddress() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const change = (next: string) => {
    setText(next)
    if (next.trim() === '') setError(undefined)
  }
  /** Validates, clears and returns the URL; null when it is invalid. */
  const submit = (images: readonly string[]): string | null => {
    const address = text.trim()
    const wrong = images.includes(address) ? 'This picture is there already' : undefined
    const problem = isAddress(address) ? wrong : 'Please paste an address that starts with https://'
    setError(problem)
    if (problem !== undefined) return null
    setText('')
    return address
  }
  const pending = text.trim() !== ''
  /** The error where a URL is not added yet. */
  const check = () => (pending ? { [ADDRESS]: 'Please add or clear the picture address.' } : {})
  return { text, error, change, submit, check, pending }
}

type PictureAddress = ReturnType<typeof usePictureAddress>

/** Running and failed uploads. */
function UploadList({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (id: string) => void }) {
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

type ImagesFieldProps = {
  images: readonly string[]
  onChange: (images: string[]) => void
  errors: FieldErrors
  clearErrors: (path: string) => void
  /** The hint without pictures. */
  emptyHint: string
  uploads: readonly Upload[]
  onFiles: (files: File[]) => void
  onDismiss: (id: string) => void
  address: PictureAddress
}

/** Adds a picture by URL. */
function AddressField({ address, images, onChange, errors, clearErrors }: ImagesFieldProps) {
  const add = () => {
    const url = address.submit(images)
    if (url === null) return
    clearErrors(ADDRESS)
    onChange([...images, url])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the picture; it must not send the whole form.
    event.preventDefault()
    add()
  }
  return (
    <Field label="Picture address" error={address.error ?? errors[ADDRESS]}>
      {(aria) => (
        <div className="flex gap-2">
          <input
            {...aria}
            type="text"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address.text}
            onChange={(event) => {
              clearErrors(ADDRESS)
              address.change(event.target.value)
            }}
            onKeyDown={onKeyDown}
            className="control min-w-0"
          />
          <Button variant="secondary" onClick={add}>
            Add
          </Button>
        </div>
      )}
    </Field>
  )
}

/** The pictures of a product: chosen files, pasted addresses, their order. */
export function ImagesField(props: ImagesFieldProps) {
  const { images, onChange, emptyHint, uploads, onFiles, onDismiss } = props
  const error = props.errors.images
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  return (
    <fieldset className="grid gap-4" aria-describedby={messageId}>
      <legend className="mb-1.5 font-medium">Images</legend>
      <div id={messageId} className="text-sm">
        {error === undefined ? (
          <p className="text-cocoa">
            {images.length === 0 ? emptyHint : `${images.length} of ${upperLimit('imagesPerProduct')}`}
          </p>
        ) : (
          <p role="alert" className="font-medium text-error">
            {error}
          </p>
        )}
      </div>
      <ImageList images={images} onChange={onChange} onEmptied={() => input.current?.focus()} />
      <UploadList uploads={uploads} onDismiss={onDismiss} />
      <div className="grid gap-4 lg:grid-cols-[auto_1fr] lg:items-end xl:grid-cols-1">
        <FileDrop label="Drop pictures here" onFiles={onFiles} className="grid gap-2 p-3 text-center">
          <FileButton ref={input} multiple accept={IMAGE_ACCEPT} className="w-full" onFiles={onFiles}>
            <ImagePlus aria-hidden size={20} />
            Choose pictures
          </FileButton>
          <p className="text-sm text-cocoa">or drop them here</p>
        </FileDrop>
        <AddressField {...props} />
      </div>
    </fieldset>
  )
}
