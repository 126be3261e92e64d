import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const CONFIRMED = 'Your e-mail address is confirmed.'
const EXPIRED = 'This link has expired or is not complete. Please ask for a new one.'

beforeEach(() => {
  endSession('logout')
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
})

const open = () => renderApp('/verify-email#token=t-1')
const confirm = async (user: ReturnType<typeof renderApp>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Confirm my email' }))

describe('a link that confirms an e-mail address', () => {
  it('is used by a press, not by opening the page', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/users/verify-email'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ message: CONFIRMED })
      }),
    )
    const { user } = open()
    await screen.findByRole('button', { name: 'Confirm my email' })
    expect(bodies).toEqual([])
    await confirm(user)
    const answer = await screen.findByText(CONFIRMED)
    expect(answer.closest('[role=status]')).toHaveFocus()
    expect(bodies).toEqual([{ token: 't-1' }])
    expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/products')
  })

  it('can be mailed again to a signed-in user', async () => {
    beginSession(fakeToken())
    server.use(
      http.post(at('/api/users/verify-email'), () =>
        problem(422, { message: EXPIRED, errors: { token: ['Expired'] } }),
      ),
      http.post(at('/api/users/verify-email/resend'), () =>
        HttpResponse.json({ message: 'We have sent you a new link.' }, { status: 202 }),
      ),
    )
    const { user } = open()
    await confirm(user)
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('We have sent you a new link.')).toBeVisible()
  })
})
