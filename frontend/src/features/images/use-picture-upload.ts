import { useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { toast } from '@/ui/toast'
import { imageProblem, uploadImage } from './upload'

/** `url` is null when no picture was chosen. */
type UploadResult = { ok: true; url: string | null } | { ok: false }

/** A form's optional profile picture: its choice, and its upload on submit. A file is uploaded at most once. */
export function usePictureUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [progress, setProgress] = useState<number | null>(null)
  const sent = useRef<{ file: File; url: string } | null>(null)
  const running = useRef<AbortController | null>(null)

  const choose = (chosen: File | null) => {
    const problem = chosen === null ? null : imageProblem(chosen)
    setError(problem ?? undefined)
    setFile(problem === null ? chosen : null)
  }

  const upload = async (): Promise<UploadResult> => {
    if (file === null) return { ok: true, url: null }
    if (sent.current?.file === file) return { ok: true, url: sent.current.url }
    toast.clearErrors()
    setError(undefined)
    setProgress(0)
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const url = await uploadImage(file, { purpose: 'profile', onProgress: setProgress, signal })
      sent.current = { file, url }
      return { ok: true, url }
    } catch (failure) {
      if (signal.aborted) {
        toast.info('The upload was stopped. Nothing was sent.')
        return { ok: false }
      }
      toast.error('Profile picture upload failed.')
      setError(messageOf(failure, 'Please try again, or go on without a picture.'))
      return { ok: false }
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  /** Stops the upload that is going on. */
  const stop = () => running.current?.abort()

  return { file, choose, error, progress, upload, stop }
}
