// Whether an answer still belongs to the session that is here: it may come when that one has ended or changed.
import { payloadOf, sessionToken } from './session'

/** The session to which a token belongs (its `sid`); the token itself where it names none. */
function sessionOf(token: string | null): string | null {
  if (token === null) return null
  try {
    const { sid } = payloadOf(token)
    return typeof sid === 'string' && sid !== '' ? sid : token
  } catch {
    return token
  }
}

/** Whether the session that `token` belongs to (null: none) is still the one here. */
export const isCurrentSession = (token: string | null): boolean =>
  sessionOf(token) === sessionOf(sessionToken())
