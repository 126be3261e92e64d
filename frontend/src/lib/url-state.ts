import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type UrlPatch = Record<string, string | number | boolean | null | undefined>

/** A copy of `params` with `patch` applied; empty, false and absent values leave the address. */
export function withParams(params: URLSearchParams, patch: UrlPatch): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === '' || value === false) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** `value` when it is one of `allowed`, else `fallback`: values in the URL are not trusted. */
export function oneOf<const T extends string>(value: string | null, allowed: readonly T[], fallback: T): T {
  return allowed.find((item) => item === value) ?? fallback
}

/** A path of this site to return to after login; anything that could lead elsewhere becomes `fallback`. */
export function safeNext(next: string | null, fallback = '/'): string {
  if (next === null || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return fallback
  return next
}

/**
 * View state that belongs in the address (search, filters, sort, page). The setter replaces the entry in the
 * history and keeps the scroll position unless told otherwise. It updates synchronously: in a transition a checkbox
 * would show the old state until the whole list is rendered.
 */
export function useUrlState(): [URLSearchParams, (patch: UrlPatch, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const patchParams = useCallback(
    (patch: UrlPatch, options?: { push?: boolean }) =>
      setParams((current) => withParams(current, patch), {
        replace: options?.push !== true,
        preventScrollReset: true,
        flushSync: true,
      }),
    [setParams],
  )
  return [params, patchParams]
}
