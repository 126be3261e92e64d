import { useLocation } from 'react-router'

/** The token of a mailed link. It is behind '#', so that it never reaches a server's log. Empty if there is none. */
export function useLinkToken(): string {
  return new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
}
