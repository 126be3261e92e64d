// Who is signed in. The one module that reads and writes the token (local storage, key 'token'). The payload is
// only for showing: the server decides by itself what a token may do.
import { create } from 'zustand'
import { followStorage } from '@/lib/follow-storage'

const TOKEN_KEY = 'token'

export type SessionUser = {
  type: 'customer' | 'admin'
  email: string
  firstName: string
  lastName: string
  name: string
  profilePicture: string
}

type SessionState = {
  token: string | null
  /** Null for a guest, and for a token that cannot be read. */
  user: SessionUser | null
  /** Why there is no session any more; null while there is one or none has been. */
  ended: 'logout' | 'expired' | null
}

const GUEST: SessionState = { token: null, user: null, ended: null }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function payloadOf(token: string): Record<string, unknown> {
  const part = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  )
  const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof payload !== 'object' || payload === null) throw new Error('The payload is not an object')
  return payload as Record<string, unknown>
}

/** The person that a token names, or null (logged) when it cannot be read. */
export function decodeToken(token: string): SessionUser | null {
  try {
    const payload = payloadOf(token)
    const user = (typeof payload.user === 'object' && payload.user !== null ? payload.user : {}) as Record<
      string,
      unknown
    >
    const firstName = text(user.firstName)
    const lastName = text(user.lastName)
    return {
      type: user.type === 'admin' ? 'admin' : 'customer',
      email: text(payload.email) || text(user.email),
      firstName,
      lastName,
      name: text(user.name) || `${firstName} ${lastName}`.trim(),
      profilePicture: text(payload.profilePicture) || text(user.profilePicture),
    }
  } catch (error) {
    console.warn('The session token cannot be read:', error)
    return null
  }
}

function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY) || null
  } catch {
    return null
  }
}

function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch (error) {
    console.warn('The session cannot be kept on this device:', error)
  }
}

const signedIn = (token: string): SessionState => ({ token, user: decodeToken(token), ended: null })

// Begins as a guest, so that the server's markup and the first client render agree; the browser's state follows at once.
const useSessionStore = create<SessionState>()(() => GUEST)

/** Takes the token from local storage, and from then on follows what other tabs do. Returns the undo. */
export function startSession(): () => void {
  const adopt = (token: string | null) => {
    if (token === useSessionStore.getState().token) return
    useSessionStore.setState(token === null ? { ...GUEST, ended: 'logout' } : signedIn(token))
  }
  const token = readToken()
  if (token !== null) adopt(token)
  return followStorage(TOKEN_KEY, () => adopt(readToken()))
}

/** The token for the Authorization header, or null for a guest. */
export const sessionToken = (): string | null => useSessionStore.getState().token

/** The signed-in person outside components. */
export const currentUser = (): SessionUser | null => useSessionStore.getState().user

/** Begins a session, or goes on with a fresh token. */
export function beginSession(token: string): void {
  writeToken(token)
  useSessionStore.setState(signedIn(token))
}

/** Makes the visitor a guest; the cart stays. */
export function endSession(reason: 'logout' | 'expired'): void {
  writeToken(null)
  useSessionStore.setState({ ...GUEST, ended: reason })
}

/** The session for rendering; a guest on the server and during hydration. */
export function useSession(): SessionState & { isLoggedIn: boolean; isAdmin: boolean } {
  const session = useSessionStore()
  return { ...session, isLoggedIn: session.token !== null, isAdmin: session.user?.type === 'admin' }
}

/** Calls back whenever another account, or none, takes over; `signedIn` says whether there is one. */
export function onAccountChange(changed: (signedIn: boolean) => void): () => void {
  const account = (state: SessionState) => (state.token === null ? null : (state.user?.email ?? state.token))
  return useSessionStore.subscribe((state, before) => {
    if (account(state) !== account(before)) changed(state.token !== null)
  })
}
