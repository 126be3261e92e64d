import { problemFrom } from './problem'

/** Awaits an answer without a body, such as 204; throws an ApiError otherwise. */
export async function unwrapEmpty(call: Promise<{ error?: unknown; response: Response }>): Promise<void> {
  const { error, response } = await call
  if (!response.ok) throw problemFrom(response, error)
}
