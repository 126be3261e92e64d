import { useLocation } from 'react-router'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'

/** The token of a mailed link. It is behind '#', so that it never reaches a server's log. Empty if there is none. */
export function useLinkToken(): string {
  return new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
}

/** Where the token of an invitation waits while its customer logs in: an address with it in a query would reach the server. */
const WAITING = 'invitation-token'

export const keepInvitation = (token: string): void => saveInTab(WAITING, token)
export const forgetInvitation = (): void => removeFromTab(WAITING)

/** The token of the link, or the one that was kept before the login. */
export function useInvitationToken(): string {
  const token = useLinkToken()
  if (token !== '') return token
  return readFromTab(WAITING, (kept) => (typeof kept === 'string' ? kept : null)) ?? ''
}
