import { useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import { toast } from '@/ui/toast'
import { imageProblem, uploadImage, useUpload } from './upload'

/** `url` is null when no picture was chosen. */
type UploadResult = { ok: true; url: string | null } | { ok: false }

/** A form's optional profile picture: its choice, and its upload on submit. A file is uploaded at most once. */
export function usePictureUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const { progress, run, stop } = useUpload()
  const sent = useRef<{ file: File; url: string } | null>(null)

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
    try {
      const url = await run((options) => uploadImage(file, { purpose: 'profile', ...options }))
      if (url !== null) {
        sent.current = { file, url }
        return { ok: true, url }
      }
      toast.info('The upload was stopped. Nothing was sent.')
    } catch (failure) {
      toast.error('Profile picture upload failed.')
      setError(messageOf(failure, 'Please try again, or go on without a picture.'))
    }
    return { ok: false }
  }

  return { file, choose, error, progress, upload, stop }
}
