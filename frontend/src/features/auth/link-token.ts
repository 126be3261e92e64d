import { useLocation } from 'react-router'

/** The token of a mailed link. It is behind '#', so that it never reaches a server's log. Empty if there is none. */
export function useLinkToken(): string {
  return new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
}

/** Where the token of an invitation waits while its customer logs in: an address with it in a query would reach the server. */
const WAITING = 'invitation-token'

/** Keeps the token of an invitation in this tab. Without storage the customer opens the link of the mail again. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(WAITING, token)
  } catch {
    // No storage.
  }
}

export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(WAITING)
  } catch {
    // No storage.
  }
}

/** The token of the link, or the one that was kept before the login. */
export function useInvitationToken(): string {
  const token = useLinkToken()
  if (token !== '') return token
  try {
    return sessionStorage.getItem(WAITING) ?? ''
  } catch {
    return ''
  }
}
