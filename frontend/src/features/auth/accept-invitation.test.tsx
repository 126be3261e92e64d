import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSession, sessionToken } from '@/api/session'
import type { Invitation } from '@/api/types'
import { shop } from '@/test/dashboard'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

const EMAIL = 'kumari@example.com'
const path = '/accept-invitation#token=t-1'

/** A server with one open invitation; returns what was sent to accept it. */
function invitation(account: Invitation['account']) {
  const sent: unknown[] = []
  shop()
  server.use(
    http.get(at('/api/users/userdetail'), () =>
      HttpResponse.json({ type: 'admin', name: 'Kumari Fernando', email: EMAIL, profilePicture: '' }),
    ),
    http.post(at('/api/staff/invitation'), async ({ request }) => {
      expect(await request.json()).toEqual({ token: 't-1' })
      return HttpResponse.json({ email: EMAIL, role: 'support', account })
    }),
    http.post(at('/api/staff/accept'), async ({ request }) => {
      sent.push(await request.json())
      const token = fakeToken({ email: EMAIL, type: 'admin' })
      return HttpResponse.json({ message: 'Login successful', user: {}, blocked: false, token })
    }),
  )
  return sent
}

beforeAll(() => Promise.all([import('./accept-invitation-page'), import('@/app/admin/admin-layout')]), 60_000)

beforeEach(() => {
  endSession('logout')
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
})

describe('an invitation', () => {
  it('keeps the token out of the address while the customer logs in', async () => {
    const sent = invitation('customer')
    const { user, router } = renderApp(path)
    await user.click(await screen.findByRole('link', { name: 'Log in as this customer' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(JSON.stringify(router.state.location)).not.toContain('t-1')
    beginSession(fakeToken({ email: EMAIL }))
    await act(() => router.navigate('/accept-invitation'))
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ token: 't-1' }))
    await waitFor(() => expect(sessionStorage.length).toBe(0))
  })

  it('asks another customer to log in as the invited one', async () => {
    invitation('customer')
    beginSession(fakeToken())
    renderApp(path)
    expect(await screen.findByText(/Log in with this account to accept/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  it('is accepted by the signed-in customer without names', async () => {
    const sent = invitation('customer')
    beginSession(fakeToken({ email: EMAIL }))
    const { user } = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    await expectNotice('Welcome to the staff of Araliya!')
    expect(sent).toEqual([{ token: 't-1' }])
  })

  it('keeps the session when the server wants another sign-in', async () => {
    invitation('customer')
    server.use(
      http.post(at('/api/staff/accept'), () => problem(403, { code: 'staff.sign_in_first', message: 'No.' })),
    )
    beginSession(fakeToken({ email: EMAIL }))
    const { user } = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    await expectNotice('Please log in as the invited customer first.')
    expect(sessionToken()).not.toBeNull()
  })

  it('says that a link is dead', async () => {
    const refusal = { code: 'staff.invitation_invalid', errors: { token: ['Expired'] } }
    server.use(http.post(at('/api/staff/invitation'), () => problem(422, refusal)))
    renderApp(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation does not work any more.')
    expect(screen.getByText('Ask the owner of the shop for a new one.')).toBeVisible()
  })
})

describe('the link of a warning about a sign-in', () => {
  it('ends all sessions by a press', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/users/sign-in-alert'), async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderApp('/sessions-ended#token=t-2')
    const button = await screen.findByRole('button', { name: 'Sign out everywhere' })
    expect(sent).toEqual([])
    await user.click(button)
    const answer = await screen.findByText('You are signed out on every device.')
    expect(answer.closest('[role=status]')).toHaveFocus()
    expect(sent).toEqual([{ token: 't-2' }])
    expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
  })

  it('says that it was used already', async () => {
    server.use(
      http.post(at('/api/users/sign-in-alert'), () =>
        problem(422, { code: 'auth.alert_invalid', errors: { token: ['Used'] } }),
      ),
    )
    const { user } = renderApp('/sessions-ended#token=t-2')
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used already')
  })

  it('tells of a failure and can be pressed again', async () => {
    server.use(http.post(at('/api/users/sign-in-alert'), () => problem(503, { message: 'Please wait.' })))
    const { user } = renderApp('/sessions-ended#token=t-2')
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await expectNotice('Please wait.')
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled()
  })
})
