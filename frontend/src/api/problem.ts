// The one error type of API calls: an RFC 9457 problem, or no answer.
import type { Problem } from './types'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

export const NO_CONNECTION = 'We could not reach the shop. Please check your connection and try again.'
const UNEXPECTED = 'Something went wrong. Please try again.'

/** A call that failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable, such as 'order.out_of_stock'; 'network' when no answer came. */
  readonly code: string
  /** Sentences per field, nested ones as 'orderedItems[0].quantity'. */
  readonly errors: FieldErrors
  /** Seconds to wait before the next attempt, if the server gives them. */
  readonly retryAfter: number | null
  readonly requestId: string | null
  /** The whole body, for the extra members of some problems (`quote`, `lines`, `stock`, `blocked`). */
  readonly body: Readonly<Record<string, unknown>>

  constructor(init: {
    status: number
    code: string
    message: string
    errors?: FieldErrors
    retryAfter?: number | null
    requestId?: string | null
    body?: Record<string, unknown>
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.status = init.status
    this.code = init.code
    this.errors = init.errors ?? {}
    this.retryAfter = init.retryAfter ?? null
    this.requestId = init.requestId ?? null
    this.body = init.body ?? {}
  }

  /** True when no answer arrived: the request may not have reached the shop. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'network', message: NO_CONNECTION, cause })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldErrors(value: unknown): FieldErrors {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([field, list]) =>
          [field, Array.isArray(list) ? list.filter((s) => typeof s === 'string') : []] as const,
      )
      .filter(([, list]) => list.length > 0),
  )
}

/** `Retry-After` in seconds, from its number or its date form. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

/** The error for an answer with a failing status and its parsed (or plain text) body. */
export function problemFrom(response: Response, body: unknown): ApiError {
  const problem: Partial<Problem> & Record<string, unknown> = isRecord(body) ? body : {}
  const text = [problem.message, problem.detail, problem.title].find((s) => typeof s === 'string' && s !== '')
  return new ApiError({
    status: response.status,
    code: typeof problem.code === 'string' ? problem.code : `http.${response.status}`,
    message: text ?? UNEXPECTED,
    errors: fieldErrors(problem.errors),
    retryAfter: retryAfterSeconds(response.headers.get('Retry-After'), Date.now()),
    requestId: response.headers.get('X-Request-Id'),
    body: problem,
  })
}

/** The message to show for a thrown value; `fallback` when the server sent none for users. */
export function messageOf(error: unknown, fallback: string = UNEXPECTED): string {
  return error instanceof ApiError && error.message !== UNEXPECTED ? error.message : fallback
}

/** The first message for each field of a 422. */
export function firstFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
  )
}
