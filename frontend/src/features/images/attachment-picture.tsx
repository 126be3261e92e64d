import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog'
import { useObjectUrl } from '@/ui/use-object-url'
import { attachmentQuery } from './attachments'

type AttachmentPictureProps = {
  orderId: string
  id: string
  /** Its name, as in 'Show the picture of Bank slip 1'. */
  name: string
  /** What the large picture shows. */
  alt: string
}

/** A small picture of an order's attachment, which opens it in full. */
export function AttachmentPicture({ orderId, id, name, alt }: AttachmentPictureProps) {
  const { data, isError } = useQuery(attachmentQuery(orderId, id))
  const url = useObjectUrl(data ?? null)
  const [open, setOpen] = useState(false)
  const box = 'size-14 flex-none overflow-hidden rounded-tag border border-line bg-shell'
  if (url === null) {
    return (
      <div className={box}>{isError && <span className="sr-only">The picture is not available.</span>}</div>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Show the picture of ${name}`}
        onClick={() => setOpen(true)}
        className={box}
      >
        <img src={url} alt="" className="size-full object-cover" />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={name} size="lg">
        <img src={url} alt={alt} className="mx-auto max-h-[70dvh] max-w-full rounded-tag" />
      </Dialog>
    </>
  )
}
