import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { imageProblem, uploadImage } from '@/features/images/upload'
import { randomId } from '@/lib/random-id'

/** A picture on its way: how much of it is sent (0 to 1), or why it did not arrive. */
export type Upload = { id: string; name: string; share: number; failure: string | null }

/** Sends product pictures, each for itself; `onStored` gets the address of each that arrived. */
export function useImageUploads(onStored: (url: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  const change = (id: string, patch: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)))
  const dismiss = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id))

  const send = async (file: File) => {
    const upload: Upload = { id: randomId(), name: file.name, share: 0, failure: imageProblem(file) }
    setUploads((all) => [...all, upload])
    if (upload.failure !== null) return
    const { signal } = stop.current
    try {
      const onProgress = (share: number) => change(upload.id, { share })
      onStored(await uploadImage(file, { purpose: 'product', onProgress, signal }))
      dismiss(upload.id)
    } catch (error) {
      if (!signal.aborted) change(upload.id, { failure: messageOf(error, 'The upload failed.') })
    }
  }
  const busy = uploads.some((upload) => upload.failure === null)
  return {
    uploads,
    busy,
    send: (files: readonly File[]) => files.forEach((file) => void send(file)),
    dismiss,
  }
}
