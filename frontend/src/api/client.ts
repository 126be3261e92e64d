// The API client: base address, bearer token, and failures as ApiError.
import createClient, { type Middleware } from 'openapi-fetch'
import { ApiError, networkError, problemFrom } from './problem'
import type { paths } from './schema'
import { endSession, sessionToken } from './session'

/** Origin of the API without a slash at the end; empty when it is the page's own. */
export const API_BASE_URL: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/$/, '')

/** Ends the session of `sentToken`, unless another session has begun since the request. */
export function refusedToken(sentToken: string): void {
  if (sessionToken() === sentToken) endSession('expired')
}

/** Login calls: their 401 does not concern the present session. */
const LOGINS = /\/users\/(login|google)$/

const bearer: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = sessionToken()
    if (token !== null && !LOGINS.test(schemaPath)) request.headers.set('Authorization', `Bearer ${token}`)
    return request
  },
  onResponse({ request, response }) {
    const sent = request.headers.get('Authorization')
    if (response.status === 401 && sent !== null) refusedToken(sent.slice('Bearer '.length))
    return undefined
  },
  onError({ error }) {
    return error instanceof Error && error.name === 'AbortError' ? error : networkError(error)
  },
}

/** Milliseconds after which a call is given up: a broken connection may never say so. */
const LIMIT_MS = 20_000

/** Browsers without `AbortSignal.any` (before 2024) wait without a limit. A download, which may take long, passes `fetch` itself. */
const fetchInTime = (request: Request): Promise<Response> =>
  globalThis.fetch(request, {
    signal: AbortSignal.any?.([request.signal, AbortSignal.timeout(LIMIT_MS)]),
  })

export const api = createClient<paths>({ baseUrl: API_BASE_URL, fetch: fetchInTime })
api.use(bearer)

export type Answer<T> = { data?: T; error?: unknown; response: Response }

/** The body of a successful answer; throws an ApiError otherwise. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call
  if (response.ok && data !== undefined) return data
  throw problemFrom(response, error)
}

/**
 * One page of a list. `next` is the cursor of the following page; `total` as the server counts ('10000+' at most);
 * `corrected` is the header `X-Search-Corrected` of a search, percent-encoded.
 */
export type Page<T> = {
  items: T[]
  next: string | null
  total: string | null
  corrected?: string | null
}

/** The cursor in `Link: <…?after=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  if (target === undefined) return null
  return new URLSearchParams(target.split('?')[1]?.split('#')[0] ?? '').get('after')
}

/** Like `unwrap`, for a paged list. */
export async function unwrapPage<T>(call: Promise<Answer<T[]>>): Promise<Page<T>> {
  const { data, error, response } = await call
  if (!response.ok || data === undefined) throw problemFrom(response, error)
  return {
    items: Array.isArray(data) ? data : [],
    next: nextCursor(response.headers.get('Link')),
    total: response.headers.get('X-Total-Count'),
    corrected: response.headers.get('X-Search-Corrected'),
  }
}

/** Like `unwrap`, with null for 404. */
export async function unwrapOrNull<T>(call: Promise<Answer<T>>): Promise<T | null> {
  try {
    return await unwrap(call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
