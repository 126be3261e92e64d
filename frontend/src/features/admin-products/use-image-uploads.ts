import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { imageProblem, uploadImage } from '@/features/images/upload'
import { randomId } from '@/lib/random-id'

/** An upload: the share sent (0 to 1), or its error. */
export type Upload = { id: string; name: string; share: number; failure: string | null }

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
