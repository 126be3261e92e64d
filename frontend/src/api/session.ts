// The session. The only module that reads and writes the token (local storage, key 'token'). The token's payload is for
// display only: the server authorizes every request.
import { create } from 'zustand'
import { keepOnDevice, onStorageChange, readFromDevice } from './device-storage'

const TOKEN_KEY = 'token'
/** Why the session ended, for the other tabs. */
const ENDED_KEY = 'session-ended'

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
  /** Why the last session ended; null during a session and before the first. */
  ended: 'logout' | 'expired' | null
}

const GUEST: SessionState = { token: null, user: null, ended: null }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The unverified payload of a token; throws when it is malformed. */
export function payloadOf(token: string): Record<string, unknown> {
  const part = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  )
  const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof payload !== 'object' || payload === null) throw new Error('The payload is not an object')
  return payload as Record<string, unknown>
}

/** The user that a token names; null (and a warning) when it is malformed. */
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

const signedIn = (token: string): SessionState => ({ token, user: decodeToken(token), ended: null })

// Starts as a guest, so that the first client render equals the server's markup. `startSession` reads the browser's state.
const useSessionStore = create<SessionState>()(() => GUEST)

/** Reads the token from local storage and follows other tabs. Returns the unsubscribe function. */
export function startSession(): () => void {
  const adopt = (token: string | null) => {
    if (token === useSessionStore.getState().token) return
    const ended = readFromDevice(ENDED_KEY) === 'expired' ? 'expired' : 'logout'
    useSessionStore.setState(token === null ? { ...GUEST, ended } : signedIn(token))
  }
  const token = readFromDevice(TOKEN_KEY)
  if (token !== null) adopt(token)
  return onStorageChange(TOKEN_KEY, () => adopt(readFromDevice(TOKEN_KEY)))
}

/** The token for the Authorization header, or null for a guest. */
export const sessionToken = (): string | null => useSessionStore.getState().token

/** The signed-in user, for code outside components. */
export const currentUser = (): SessionUser | null => useSessionStore.getState().user

/** Begins a session, or continues it with a new token. */
export function beginSession(token: string): void {
  keepOnDevice(TOKEN_KEY, token)
  useSessionStore.setState(signedIn(token))
}

/** Ends the session; the cart is kept. */
export function endSession(reason: 'logout' | 'expired'): void {
  keepOnDevice(ENDED_KEY, reason)
  keepOnDevice(TOKEN_KEY, null)
  useSessionStore.setState({ ...GUEST, ended: reason })
}

/** The session for rendering; a guest on the server and during hydration. */
export function useSession(): SessionState & { isLoggedIn: boolean; isAdmin: boolean } {
  const session = useSessionStore()
  return { ...session, isLoggedIn: session.token !== null, isAdmin: session.user?.type === 'admin' }
}

/** Calls back when the account changes; `signedIn` is false when no account follows. */
export function onAccountChange(changed: (signedIn: boolean) => void): () => void {
  const account = (state: SessionState) => (state.token === null ? null : (state.user?.email ?? state.token))
  return useSessionStore.subscribe((state, before) => {
    if (account(state) !== account(before)) changed(state.token !== null)
  })
}
