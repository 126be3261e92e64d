// Uploads with XMLHttpRequest, as fetch does not report their progress.
import { API_BASE_URL, refusedToken } from './client'
import { networkError } from './problem'
import { sessionToken } from './session'

/** JSON, or the text where it is none. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Upload = {
  /** Called with the share sent, from 0 to 1. */
  onProgress: ((share: number) => void) | undefined
  onAnswer: (request: XMLHttpRequest) => void
  onError: (error: unknown) => void
}

/** Opens the POST of an upload with the session's token; the caller sends it. An error of `onAnswer` is one of the upload. */
export function openUpload(path: string, { onProgress, onAnswer, onError }: Upload): XMLHttpRequest {
  const request = new XMLHttpRequest()
  const token = sessionToken()
  request.open('POST', `${API_BASE_URL}${path}`)
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  })
  request.addEventListener('load', () => {
    if (request.status === 401 && token !== null) refusedToken(token)
    try {
      onAnswer(request)
    } catch (error) {
      onError(error)
    }
  })
  request.addEventListener('error', () => onError(networkError(new Error('The upload was cut off'))))
  return request
}
