// Picture uploads.
import { ApiError, problemFrom } from '@/api/problem'
import type { UploadedImage } from '@/api/types'
import { openUpload, parseBody } from '@/api/xhr'
import { megabytes, upperLimit } from '@/lib/limits'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
/** For the `accept` of a file input. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',')
/** The hint below a file field. */
export const imageHint = (): string => {
  const size = megabytes('uploadBytes')
  return `JPEG, PNG, WebP or GIF${size && `, up to ${size}`}.`
}

export type UploadOptions = {
  /** Called with the share sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Why a file would be refused, or null. The server also checks the content. */
export function imageProblem(file: File): string | null {
  if (!IMAGE_TYPES.some((type) => type === file.type))
    return 'Please choose a JPEG, PNG, WebP or GIF picture.'
  if (file.size > upperLimit('uploadBytes')) return `The picture is larger than ${megabytes('uploadBytes')}.`
  return null
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['Retry-After', 'X-Request-Id']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: request.status, headers })
}

const stopped = () => new DOMException('The upload was stopped', 'AbortError')

/** Parallel uploads that the server accepts from one client; further ones wait here. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Resolves when an upload may start; rejects with an AbortError when `signal` aborts first. */
function place(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(stopped())
  if (running < AT_ONCE) {
    running += 1
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    waiting.push(resolve)
    signal?.addEventListener(
      'abort',
      () => {
        const index = waiting.indexOf(resolve)
        if (index < 0) return
        waiting.splice(index, 1)
        reject(stopped())
      },
      { once: true },
    )
  })
}

/** Starts the upload that has waited longest. */
function leave(): void {
  const next = waiting.shift()
  if (next === undefined) running -= 1
  else next()
}

/** Uploads a picture and returns its URL. Throws an ApiError, or an AbortError when `signal` aborts. */
export async function uploadImage(
  file: File | undefined,
  { purpose = 'profile', ...options }: UploadOptions & { purpose?: 'profile' | 'product' | 'content' } = {},
): Promise<string> {
  if (file === undefined)
    throw new ApiError({ status: 422, code: 'image.missing', message: 'Please select a file' })
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file)
  return (await upload<UploadedImage>('/api/images', form, options)).url
}

/** Posts a form with a picture to a path of the API. Throws an ApiError, or an AbortError when `signal` aborts. */
export async function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  await place(options.signal)
  try {
    return await send<T>(path, form, options)
  } finally {
    leave()
  }
}

function send<T>(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = openUpload(path, {
      onProgress,
      onAnswer: (answer) => {
        const body = parseBody(answer.responseText)
        if (answer.status < 200 || answer.status >= 300) throw problemFrom(answerOf(answer), body)
        resolve(body as T)
      },
      onError: reject,
    })
    request.addEventListener('abort', () => reject(stopped()))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
