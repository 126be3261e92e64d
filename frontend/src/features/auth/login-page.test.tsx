import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSession, sessionToken } from '@/api/session'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { destinationAfterLogin } from './login-destination'

vi.mock('./redirect', () => ({ redirectTo: vi.fn() }))

const GOOGLE = {
  enabled: true,
  clientId: 'shop-client',
  authorizeUrl: 'https://accounts.example/o/auth',
  scopes: ['openid', 'profile', 'email'],
}
const google = (config: object) =>
  server.use(http.get(at('/api/users/google/config'), () => HttpResponse.json(config)))

beforeEach(() => {
  sessionStorage.clear()
  endSession('logout')
  server.use(
    http.get(at('/api/users/google/config'), () => problem(404)),
    http.get(at('/api/orders'), () => HttpResponse.json([])),
  )
})

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'nimal@example.com')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Login to your account' }))
}

/** Holds the answers to the login back until the returned function is called. */
function holdLogin(answer: () => Response): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.post(at('/api/users/login'), async () => {
      await released
      return answer()
    }),
  )
  return release
}

describe('the destination after a login', () => {
  it.each([
    ['customer', null, '/'],
    ['customer', '/orders', '/orders'],
    ['customer', '//evil.example', '/'],
    ['customer', 'https://evil.example', '/'],
    ['customer', '/admin/orders', '/'],
    ['customer', '/login?next=/login', '/'],
    ['customer', '/administer', '/administer'],
    ['admin', null, '/admin'],
    ['admin', '/orders', '/admin'],
    ['admin', '/admin/orders', '/admin/orders'],
  ])('%s with next %s: %s', (type, next, expected) =>
    expect(destinationAfterLogin(type, next)).toBe(expected),
  )
})

describe('the login', () => {
  it('does not take the place of a session that has begun meanwhile', async () => {
    const release = holdLogin(() =>
      HttpResponse.json({ message: 'Login successful', user: {}, token: fakeToken() }),
    )
    const { user, router } = renderApp('/login')
    await logIn(user)
    const other = fakeToken({ email: 'other@example.com' })
    act(() => beginSession(other))
    await act(async () => release())
    await expectNotice('Another session has begun in this browser meanwhile. Please log in again.')
    expect(sessionToken()).toBe(other)
    expect(router.state.location.pathname).toBe('/login')
  })

  it('disables its button while the request is pending', async () => {
    const release = holdLogin(() => problem(401, { message: 'Email or password is wrong.', user: null }))
    const { user } = renderApp('/login')
    await logIn(user)
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled()
    release()
    await expectNotice('Email or password is wrong.')
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(sessionToken()).toBeNull()
  })

  it('does not navigate when the user has left the page', async () => {
    const release = holdLogin(() =>
      HttpResponse.json({
        message: 'Login successful',
        user: {},
        blocked: false,
        token: fakeToken(),
      }),
    )
    const { user, router } = renderApp('/login?next=%2Forders')
    await logIn(user)
    await act(() => router.navigate('/contact'))
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
    release()
    await expectNotice('Login successful')
    expect(sessionToken()).not.toBeNull()
    expect(router.state.location.pathname).toBe('/contact')
  })
})

describe('sign-in with Google', () => {
  it.each([
    ['is not offered', { ...GOOGLE, enabled: false, clientId: null, authorizeUrl: null }],
    ['without a client', { ...GOOGLE, clientId: null }],
  ])('%s: no button', async (_, config) => {
    google(config)
    const { client } = renderApp('/login')
    await waitFor(() => expect(client.getQueryData(['google-config'])).toEqual(config))
    expect(screen.queryByRole('button', { name: 'Login with Google' })).toBeNull()
  })

  it('enables its button when the page returns from the back/forward cache', async () => {
    google(GOOGLE)
    const { user } = renderApp('/login')
    await user.click(await screen.findByRole('button', { name: 'Login with Google' }))
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled()
    act(() => void window.dispatchEvent(new Event('pageshow')))
    expect(screen.getByRole('button', { name: 'Login with Google' })).toBeEnabled()
  })

  it.each([
    ['made an account', '?code=abc&state=s', 201],
    ['was refused', '?code=abc&state=s', 401],
    ['was cancelled', '?error=access_denied&state=s', 401],
  ])('keeps the return target when it %s', async (_, answer, status) => {
    google(GOOGLE)
    const nextState = { items: [{ productId: 'A', quantity: 1 }] }
    const started = { state: 's', verifier: 'v', next: '/shipping', nextState }
    sessionStorage.setItem('google-sign-in', JSON.stringify(started))
    server.use(http.post(at('/api/users/google'), () => HttpResponse.json({ message: 'No' }, { status })))
    const { router } = renderApp(`/login${answer}`)
    await waitFor(() => expect(router.state.location.search).toBe('?next=%2Fshipping'))
    expect(router.state.location.state).toEqual({ nextState })
  })

  it('refuses an answer that this tab did not request', async () => {
    google(GOOGLE)
    sessionStorage.setItem('google-sign-in', JSON.stringify({ state: 's', verifier: 'v', next: null }))
    renderApp('/login?code=abc&state=forged')
    await expectNotice('Google sign-in did not work. Please try again.')
    expect(sessionToken()).toBeNull()
  })
})
