// Calls about the second factor, the confirmation of a session, and the list of sessions.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { hasCode, isGone } from '@/api/refusal'
import type { ConfirmRequest } from '@/api/types'
import { unwrapEmpty } from '@/api/unwrap-empty'

const SECURITY = ['me', 'security']
const SESSIONS = ['me', 'sessions']
const SECOND_FACTORS = ['users', 'second-factor']

export const securityQueries = {
  /** Second factor and confirmation of the signed-in user. */
  own: () =>
    queryOptions({
      queryKey: SECURITY,
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/security', { signal })),
      staleTime: 0,
    }),
  /** The second factor of an account, for an owner. */
  secondFactorOf: (user: string) =>
    queryOptions({
      queryKey: [...SECOND_FACTORS, user],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/users/second-factor', { params: { query: { user } }, signal })),
      staleTime: 0,
    }),
  /** The live sessions of the signed-in user; of a member of staff, for an owner. */
  sessions: (user?: string) =>
    queryOptions({
      queryKey: [...SESSIONS, user ?? ''],
      queryFn: ({ signal }) =>
        unwrap(
          api.GET('/api/users/sessions', {
            ...(user !== undefined && { params: { query: { user } } }),
            signal,
          }),
        ),
      staleTime: 0,
    }),
}

/** Whether the call needs a session that was confirmed in the last minutes. */
export const isConfirmNeeded = (error: unknown): boolean => hasCode(error, 'auth.confirm_needed')

/** Whether the password was right and the code is missing. */
export const isCodeNeeded = (error: unknown): boolean => hasCode(error, 'auth.code_needed')

/** Confirms the session by the password, and by a code where the account has a second factor. */
export function useConfirmSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmRequest) => unwrap(api.POST('/api/users/confirm', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: SECURITY }),
  })
}

/** Makes the secret of a second factor, which counts once `useEnable` was given a code. */
export const useEnrol = () =>
  useMutation({
    mutationFn: (_: undefined) => unwrap(api.POST('/api/users/second-factor')),
    // The secret is not kept longer than its page.
    gcTime: 0,
  })

export function useEnable() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => unwrap(api.POST('/api/users/second-factor/enable', { body: { code } })),
    onSuccess: () => client.invalidateQueries({ queryKey: SECURITY }),
  })
}

export function useDisable() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: undefined) => unwrapEmpty(api.DELETE('/api/users/second-factor')),
    onSuccess: () => client.invalidateQueries({ queryKey: SECURITY }),
  })
}

/** Removes the second factor of another account, as an owner. */
export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: string) =>
      unwrapEmpty(api.DELETE('/api/users/second-factor', { params: { query: { user } } })),
    onSuccess: () =>
      Promise.all([SECOND_FACTORS, ['staff']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Ten new recovery codes; the former ones do not work any more. */
export function useNewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: undefined) => unwrap(api.POST('/api/users/second-factor/recovery-codes')),
    onSuccess: () => client.invalidateQueries({ queryKey: SECURITY }),
  })
}

/**
 * Ends a session, or with null all sessions of `user` but the present one; of the signed-in user by default. A session that has
 * ended meanwhile is no failure.
 */
export function useEndSession(user?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) => {
      if (id === null) {
        const params = user === undefined ? {} : { params: { query: { user } } }
        return unwrapEmpty(api.DELETE('/api/users/sessions', params))
      }
      return unwrapEmpty(api.DELETE('/api/users/sessions/{id}', { params: { path: { id } } })).catch(
        (error: unknown) => {
          if (!isGone(error)) throw error
        },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}
