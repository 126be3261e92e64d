import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useId, useRef } from 'react'
import { IMAGE_ACCEPT } from '@/features/images/upload'
import { upperLimit } from '@/lib/limits'
import { Button } from '@/ui/button'
import { buttonClass } from '@/ui/button-class'
import { cx } from '@/ui/cx'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { ImageList } from './image-list'
import { UploadList } from './upload-list'
import type { Upload } from './use-image-uploads'
import type { PictureAddress } from './use-picture-address'

export type ImagesFieldProps = {
  images: readonly string[]
  onChange: (images: string[]) => void
  error: string | undefined
  /** The hint without pictures. */
  emptyHint: string
  uploads: readonly Upload[]
  onFiles: (files: File[]) => void
  onDismiss: (id: string) => void
  address: PictureAddress
}

/** Adds a picture by URL. */
function AddressField({
  address,
  images,
  onAdd,
}: {
  address: PictureAddress
  images: readonly string[]
  onAdd: (url: string) => void
}) {
  const add = () => {
    const url = address.submit(images)
    if (url !== null) onAdd(url)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the picture; it must not send the whole form.
    event.preventDefault()
    add()
  }
  return (
    <Field label="Picture address" error={address.error}>
      {(aria) => (
        <div className="flex gap-2">
          <input
            {...aria}
            ref={address.input}
            type="text"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address.text}
            onChange={(event) => address.change(event.target.value)}
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
  const { images, onChange, error, emptyHint, uploads, onFiles, onDismiss, address } = props
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }
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
          <input
            ref={input}
            id={inputId}
            type="file"
            multiple
            accept={IMAGE_ACCEPT}
            onChange={choose}
            className="peer sr-only"
          />
          <label
            htmlFor={inputId}
            className={cx(
              buttonClass({ variant: 'secondary', className: 'w-full' }),
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
            )}
          >
            <ImagePlus aria-hidden size={20} />
            Choose pictures
          </label>
          <p className="text-sm text-cocoa">or drop them here</p>
        </FileDrop>
        <AddressField address={address} images={images} onAdd={(url) => onChange([...images, url])} />
      </div>
    </fieldset>
  )
}
