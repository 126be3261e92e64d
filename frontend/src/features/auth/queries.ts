// Queries and mutations of sign-in, passwords and verified addresses. Those that receive a token begin the session.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { ApiError } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import { beginSession, endSession, sessionToken } from '@/api/session'
import type {
  ForgotPasswordRequest,
  GoogleSignInRequest,
  LoginRequest,
  RegisterRequest,
  ResetPasswordRequest,
} from '@/api/types'
import { clearDrafts } from '@/lib/draft'

export const authQueries = {
  /** The configuration of third-party sign-in. */
  googleConfig: () =>
    queryOptions({
      queryKey: ['google-config'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/google/config', { signal })),
      staleTime: 60 * 60_000,
    }),
}

/** The error when another session has begun during a login. */
const otherSession = () =>
  new ApiError({
    status: 409,
    code: 'session.changed',
    message: 'Another session has begun in this browser meanwhile. Please log in again.',
  })

/** Begins the session of an answer, unless another session has begun since the request. */
export async function startSession<T extends { token?: string | null }>(answer: Promise<T>): Promise<T> {
  const before = sessionToken()
  const arrived = await answer
  if (!arrived.token) return arrived
  if (sessionToken() !== null && !isCurrentSession(before)) throw otherSession()
  beginSession(arrived.token)
  return arrived
}

/** With the code of a second factor, where the account has one. */
type CodeLogin = LoginRequest & { code?: string }

/** Whether the password was right and the code of the second factor is missing. */
export const isCodeNeeded = (error: unknown): boolean => hasCode(error, 'auth.code_needed')

/** Whether the password was right and the code was not. */
export const isCodeWrong = (error: unknown): boolean => hasCode(error, 'auth.code_wrong')

export const useLogin = () =>
  useMutation({
    mutationFn: (body: CodeLogin) => startSession(unwrap(api.POST('/api/users/login', { body }))),
  })

/** An answer without a token means that the account was just created: no session begins. */
export const useGoogleSignIn = () =>
  useMutation({
    mutationFn: (body: GoogleSignInRequest) => startSession(unwrap(api.POST('/api/users/google', { body }))),
  })

export const useRegister = () =>
  useMutation({ mutationFn: (body: RegisterRequest) => unwrap(api.POST('/api/users', { body })) })

async function logout(): Promise<void> {
  const token = sessionToken()
  try {
    await unwrap(api.POST('/api/users/logout'))
  } catch (error) {
    // The server does not know the session any more: it has ended.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  // A session that another tab has begun meanwhile continues.
  if (sessionToken() !== null && !isCurrentSession(token)) return
  endSession('logout')
  // The next user of this tab may be another person.
  clearDrafts()
}

/** Ends the session on success. If the server cannot be reached, the session stays. */
export const useLogout = () => useMutation({ mutationFn: logout })

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: ForgotPasswordRequest) => unwrap(api.POST('/api/users/forgot-password', { body })),
  })

/** Calls the server with the present token: a 401 ends the session. */
function checkSession(): void {
  if (sessionToken() === null) return
  api.GET('/api/users/userdetail').catch(() => {
    // Without an answer the next call will check.
  })
}

/** Success ends all sessions of the account, including this browser's if it is one of them. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: ResetPasswordRequest) => unwrap(api.POST('/api/users/reset-password', { body })),
    onSuccess: checkSession,
  })

/** Confirms the address of a mailed link by its token. The user's own details say so from then on. */
export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/users/verify-email', { body: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  })
}

/** Mails the signed-in user a new link that confirms the address. */
export const useResendVerification = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/users/verify-email/resend')) })
