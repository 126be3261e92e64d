import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Slip } from '@/api/types'
import { Dialog } from '@/ui/dialog'
import { useObjectUrl } from '@/ui/use-object-url'
import { slipPictureQuery } from './queries'

/** A small picture of a slip, which opens it in full. */
export function SlipPicture({ orderId, slip, name }: { orderId: string; slip: Slip; name: string }) {
  const { data, isError } = useQuery(slipPictureQuery(orderId, slip.slipId))
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
        <img src={url} alt="The bank slip" className="mx-auto max-h-[70dvh] max-w-full rounded-tag" />
      </Dialog>
    </>
  )
}
