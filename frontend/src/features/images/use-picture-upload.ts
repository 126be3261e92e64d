import { useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { toast } from '@/ui/toast'
import { imageProblem, uploadImage } from './upload'

/** `url` is null when no picture was chosen. */
export type UploadResult = { ok: true; url: string | null } | { ok: false }

/** A form's optional profile picture: the choice, and its upload when the form is sent. Never sends one picture twice. */
export function usePictureUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [progress, setProgress] = useState<number | null>(null)
  const sent = useRef<{ file: File; url: string } | null>(null)

  const choose = (chosen: File | null) => {
    const problem = chosen === null ? null : imageProblem(chosen)
    setError(problem ?? undefined)
    setFile(problem === null ? chosen : null)
  }

  const upload = async (): Promise<UploadResult> => {
    if (file === null) return { ok: true, url: null }
    if (sent.current?.file === file) return { ok: true, url: sent.current.url }
    setError(undefined)
    setProgress(0)
    try {
      const url = await uploadImage(file, { purpose: 'profile', onProgress: setProgress })
      sent.current = { file, url }
      return { ok: true, url }
    } catch (failure) {
      toast.error('Profile picture upload failed.')
      setError(messageOf(failure, 'Please try again, or go on without a picture.'))
      return { ok: false }
    } finally {
      setProgress(null)
    }
  }

  return { file, choose, error, progress, upload }
}
