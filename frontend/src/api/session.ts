// Who is signed in. The one module that reads and writes the token (local storage, key 'token'). The payload is
// only for showing: the server decides by itself what a token may do.
import { create } from 'zustand'
import { onStorageChange } from './on-storage-change'

const TOKEN_KEY = 'token'
/** Why there is no token any more, for the other tabs. */
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
  /** Why there is no session any more; null while there is one or none has been. */
  ended: 'logout' | 'expired' | null
}

const GUEST: SessionState = { token: null, user: null, ended: null }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a token says, unchecked; throws where it cannot be read. */
export function payloadOf(token: string): Record<string, unknown> {
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) || null
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
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
    const ended = read(ENDED_KEY) === 'expired' ? 'expired' : 'logout'
    useSessionStore.setState(token === null ? { ...GUEST, ended } : signedIn(token))
  }
  const token = read(TOKEN_KEY)
  if (token !== null) adopt(token)
  return onStorageChange(TOKEN_KEY, () => adopt(read(TOKEN_KEY)))
}

/** The token for the Authorization header, or null for a guest. */
export const sessionToken = (): string | null => useSessionStore.getState().token

/** The signed-in person outside components. */
export const currentUser = (): SessionUser | null => useSessionStore.getState().user

/** Begins a session, or goes on with a fresh token. */
export function beginSession(token: string): void {
  write(TOKEN_KEY, token)
  useSessionStore.setState(signedIn(token))
}

/** Makes the visitor a guest; the cart stays. */
export function endSession(reason: 'logout' | 'expired'): void {
  write(ENDED_KEY, reason)
  write(TOKEN_KEY, null)
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
