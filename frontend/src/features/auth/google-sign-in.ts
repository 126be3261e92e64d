// Third-party sign-in: authorization code with PKCE, by redirect. No script of the provider runs on our pages.
import type { GoogleConfig, GoogleSignInRequest } from '@/api/types'
import { randomId } from '@/lib/random-id'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import type { ReturnTarget } from './login-destination'

const KEY = 'google-sign-in'

type Started = ReturnTarget & { state: string; verifier: string }

type GoogleReturn =
  | { kind: 'none' }
  | { kind: 'failed'; way: ReturnTarget }
  | { kind: 'code'; request: GoogleSignInRequest; way: ReturnTarget }

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** The S256 challenge for a verifier (RFC 7636 §4.2). */
async function challengeFor(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

/** True if the server has it configured and the browser has `crypto.subtle` (https or localhost). */
export function canUseGoogle(config: GoogleConfig | undefined): boolean {
  const ready = config?.enabled === true && Boolean(config.clientId) && Boolean(config.authorizeUrl)
  return ready && globalThis.crypto?.subtle !== undefined
}

const redirectUri = (): string => `${window.location.origin}/login`

/** Stores state and verifier, and returns the provider's URL. */
export async function beginGoogleSignIn(config: GoogleConfig, way: ReturnTarget): Promise<string> {
  const started: Started = { ...way, state: randomId(), verifier: randomId() + randomId() }
  const url = new URL(config.authorizeUrl ?? '')
  const params = {
    response_type: 'code',
    client_id: config.clientId ?? '',
    redirect_uri: redirectUri(),
    scope: config.scopes.join(' '),
    state: started.state,
    code_challenge: await challengeFor(started.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  saveInTab(KEY, started)
  return url.href
}

function readStarted(value: unknown): Started | null {
  const started = value as Partial<Started> | null
  if (typeof started?.state !== 'string' || typeof started.verifier !== 'string') return null
  const next = typeof started.next === 'string' ? started.next : null
  return { state: started.state, verifier: started.verifier, next, nextState: started.nextState ?? null }
}

/** Reads the provider's answer from the URL, once. Refuses an answer that this tab did not request. */
export function takeGoogleReturn(params: URLSearchParams): GoogleReturn {
  const code = params.get('code')
  if (code === null && params.get('error') === null) return { kind: 'none' }
  const started = readFromTab(KEY, readStarted)
  removeFromTab(KEY)
  const way = { next: started?.next ?? null, nextState: started?.nextState ?? null }
  if (code === null || started === null || params.get('state') !== started.state)
    return { kind: 'failed', way }
  return {
    kind: 'code',
    request: { code, codeVerifier: started.verifier, redirectUri: redirectUri() },
    way,
  }
}
