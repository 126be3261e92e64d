// Checks whether an answer belongs to the current session: the session may have ended or changed since the request.
import { payloadOf, sessionToken } from './session'

/** The session id of a token (`sid`); the token itself when it has none. */
function sessionOf(token: string | null): string | null {
  if (token === null) return null
  try {
    const { sid } = payloadOf(token)
    return typeof sid === 'string' && sid !== '' ? sid : token
  } catch {
    return token
  }
}

/** Whether `token` (null: a guest) belongs to the current session. */
export const isCurrentSession = (token: string | null): boolean =>
  sessionOf(token) === sessionOf(sessionToken())
