// The call that sets up a new shop. Its answer is lines of JSON that are read as they come.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { API_BASE_URL, api, unwrap } from '@/api/client'
import { type ApiError, networkError, problemFrom } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { LoginResponse, SetupRequest } from '@/api/types'
import { startSession } from '@/features/auth/queries'

/** The progress of a set-up: `done` of `of` pieces of one part. */
export type SetupStep = { step: string; done: number; of: number }

/** Whether the shop waits for its set-up. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/setup', { signal })),
    retry: false,
    staleTime: 0,
  })

type Body = Record<string, unknown>

/** The fields of the form have no groups: 'owner.email' is 'email'. */
function problemOf(response: Response, body: unknown): ApiError {
  const problem = (body ?? {}) as Body
  const errors = Object.entries((problem.errors ?? {}) as Body)
  const flat = Object.fromEntries(errors.map(([field, texts]) => [field.replace(/^owner\./, ''), texts]))
  return problemFrom(response, { ...problem, errors: flat })
}

const parse = (line: string): Body | null => {
  try {
    return JSON.parse(line) as Body
  } catch {
    return null
  }
}

/** Tells of each step and returns the last line; null when the answer was cut off. */
async function lastLine(response: Response, onStep: (step: SetupStep) => void): Promise<Body | null> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let last: Body | null = null
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const lines = (rest + piece.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      last = parse(line)
      if (last !== null && 'step' in last) onStep(last as SetupStep)
    }
  }
  return last === null || 'step' in last ? null : last
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw networkError(error)
  }
}

/** Sets up the shop; rejects with the refusal. */
async function sendSetup(request: SetupRequest, onStep: (step: SetupStep) => void): Promise<LoginResponse> {
  const sending = fetch(`${API_BASE_URL}/api/setup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  })
  const response = await reached(sending)
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null))
  const last = await reached(lastLine(response, onStep))
  if (last === null) throw networkError(new Error('The answer was cut off'))
  if (typeof last.token === 'string') return last as LoginResponse
  throw problemOf(new Response(null, { status: Number(last.status) || 500 }), last)
}

/** Sets up the shop and begins its owner's session. The shop has another name then. */
export function useSetUp(onStep: (step: SetupStep) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: SetupRequest) => startSession(sendSetup(request, onStep)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['shop'] }),
  })
}

/** Whether the shop has an owner already. */
export const isClosed = (error: unknown): boolean => hasCode(error, 'setup.closed')
/** Whether a newer start of the shop printed another link. */
export const isOldLink = (error: unknown): boolean => hasCode(error, 'setup.link_invalid')
/** Whether the shop was set up and its owner has to log in. */
export const isWithoutSession = (error: unknown): boolean => hasCode(error, 'setup.no_session')
