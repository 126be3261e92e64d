import { useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { imageProblem, uploadImage } from '@/features/images/upload'
import type { PictureShape } from './fields'
import { sizeError, sizeOf } from './picture-size'

/** Uploads a picture as soon as it is chosen; `onUploaded` receives its address. */
export function useContentPicture(shape: PictureShape, onUploaded: (url: string) => void) {
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
