// Refusals by their code. Separate from problem.ts: the first page does not need them.
import { ApiError } from './problem'

export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

/** What a refusal with this code carries beside its message; null for another error. */
export const carriedBy = <T>(error: unknown, code: string, member: string): T | null =>
  hasCode(error, code) ? ((error.body[member] as T | undefined) ?? null) : null
