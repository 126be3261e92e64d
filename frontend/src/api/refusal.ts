// Refusals by their status and code. Separate from problem.ts: the first page does not need them.
import { ApiError } from './problem'

/** Whether what a call concerns does not exist, or not any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

/** A member of the body of a refusal with this code; null for another error. */
export const carriedBy = <T>(error: unknown, code: string, member: string): T | null =>
  hasCode(error, code) ? ((error.body[member] as T | undefined) ?? null) : null
