// Calls that begin, end or mend a session. Those that receive a token begin the session themselves.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { ApiError } from '@/api/problem'
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
  /** Whether third-party sign-in is set up, and with what. */
  googleConfig: () =>
    queryOptions({
      queryKey: ['google-config'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/google/config', { signal })),
      staleTime: 60 * 60_000,
    }),
}

/** Why a login that was let in did not begin its session here. */
const otherSession = () =>
  new ApiError({
    status: 409,
    code: 'session.changed',
    message: 'Another session has begun in this browser meanwhile. Please log in again.',
  })

/** Begins the session of an answer, unless one has begun since the question: the later login counts. */
async function begun<T extends { token?: string | null }>(answer: Promise<T>): Promise<T> {
  const before = sessionToken()
  const arrived = await answer
  if (!arrived.token) return arrived
  if (sessionToken() !== null && !isCurrentSession(before)) throw otherSession()
  beginSession(arrived.token)
  return arrived
}

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginRequest) => begun(unwrap(api.POST('/api/users/login', { body }))),
  })
}

/** An answer without a token means that the account was only now created: no session begins. */
export function useGoogleSignIn() {
  return useMutation({
    mutationFn: (body: GoogleSignInRequest) => begun(unwrap(api.POST('/api/users/google', { body }))),
  })
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: RegisterRequest) => unwrap(api.POST('/api/users', { body })),
  })
}

async function logout(): Promise<void> {
  const token = sessionToken()
  try {
    await unwrap(api.POST('/api/users/logout'))
  } catch (error) {
    // A session that the server no longer knows is over already.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  // Another one may have begun meanwhile, in another tab: it goes on.
  if (sessionToken() !== null && !isCurrentSession(token)) return
  endSession('logout')
  // The next person in this tab may be another one.
  clearDrafts()
}

/** The session ends on success; when the server cannot be reached it stays. */
export function useLogout() {
  return useMutation({ mutationFn: logout })
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: ForgotPasswordRequest) => unwrap(api.POST('/api/users/forgot-password', { body })),
  })
}

/** Asks after the session here: one that the server no longer knows ends by its refusal. */
function checkSession(): void {
  if (sessionToken() === null) return
  api.GET('/api/users/userdetail').catch(() => {
    // Not to be reached: the next call will tell.
  })
}

/** Success ends all sessions of the account: this browser's own, too, if it is one of them. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: ResetPasswordRequest) => unwrap(api.POST('/api/users/reset-password', { body })),
    onSuccess: checkSession,
  })
}
