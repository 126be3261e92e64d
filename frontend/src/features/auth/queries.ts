// Calls that begin, end or mend a session. Those that receive a token begin the session themselves.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { ApiError } from '@/api/problem'
import type {
  ForgotPasswordRequest,
  GoogleSignInRequest,
  LoginRequest,
  RegisterRequest,
  ResetPasswordRequest,
} from '@/api/types'
import { beginSession, endSession, sessionToken } from './session'

export const authQueries = {
  /** Whether third-party sign-in is set up, and with what. */
  googleConfig: () =>
    queryOptions({
      queryKey: ['google-config'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/google/config', { signal })),
      staleTime: 60 * 60_000,
    }),
}

export function useLogin() {
  return useMutation({
    mutationFn: (body: LoginRequest) => unwrap(api.POST('/api/users/login', { body })),
    onSuccess: ({ token }) => beginSession(token),
  })
}

/** An answer without a token means that the account was only now created: no session begins. */
export function useGoogleSignIn() {
  return useMutation({
    mutationFn: (body: GoogleSignInRequest) => unwrap(api.POST('/api/users/google', { body })),
    onSuccess: ({ token }) => {
      if (token) beginSession(token)
    },
  })
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: RegisterRequest) => unwrap(api.POST('/api/users', { body })),
  })
}

async function logout(): Promise<void> {
  try {
    await unwrap(api.POST('/api/users/logout'))
  } catch (error) {
    // A session that the server no longer knows is over already.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/** The session ends on success; when the server cannot be reached it stays. */
export function useLogout() {
  return useMutation({ mutationFn: logout, onSuccess: () => endSession('logout') })
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
