import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession, sessionToken } from '@/api/session'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

/** A login that needs a code; returns what was sent. */
function needsCode() {
  const sent: { email: string; password: string; code?: string }[] = []
  server.use(
    http.post(at('/api/users/login'), async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number]
      sent.push(body)
      if (body.code === undefined) return problem(401, { code: 'auth.code_needed', message: 'Enter a code.' })
      if (body.code === '000000')
        return problem(401, { code: 'auth.code_wrong', message: 'The code is wrong.' })
      return HttpResponse.json({
        message: 'Login successful',
        user: {},
        blocked: false,
        token: fakeToken(),
      })
    }),
  )
  return sent
}

beforeEach(() => {
  endSession('logout')
  server.use(
    http.get(at('/api/users/google/config'), () => problem(404)),
    http.get(at('/api/orders'), () => HttpResponse.json([])),
  )
})

async function toSecondStep() {
  const app = renderApp('/login?next=%2Forders')
  await app.user.type(await screen.findByLabelText('Email'), 'nimal@example.com')
  await app.user.type(screen.getByLabelText('Password'), 'a long password')
  await app.user.click(screen.getByRole('button', { name: 'Login to your account' }))
  await screen.findByText(/^Enter the code of your second factor/)
  return app
}

describe('the login of an account with a second factor', () => {
  it('asks for the code in a second step, without losing the password', async () => {
    const sent = needsCode()
    const { user, router } = await toSecondStep()
    const code = screen.getByLabelText('Code')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Enter a code')).toBeVisible()
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await expectNotice('The code is wrong.')
    expect(code).toHaveFocus()
    await user.clear(code)
    await user.type(code, ' 123456 ')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders'))
    const person = { email: 'nimal@example.com', password: 'a long password' }
    expect(sent).toEqual([person, { ...person, code: '000000' }, { ...person, code: '123456' }])
    expect(sessionToken()).not.toBeNull()
  })

  it('goes back to the password where that is not right any more', async () => {
    needsCode()
    const { user } = await toSecondStep()
    server.use(
      http.post(at('/api/users/login'), () =>
        problem(401, { code: 'auth.wrong_credentials', message: 'Wrong email or password.' }),
      ),
    )
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await expectNotice('Wrong email or password.')
    expect(await screen.findByLabelText('Email')).toHaveValue('nimal@example.com')
    expect(screen.getByLabelText('Password')).toHaveValue('a long password')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it('can be left for another account', async () => {
    needsCode()
    const { user } = await toSecondStep()
    await user.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(await screen.findByLabelText('Password')).toHaveValue('')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Login to your account' })).toBeVisible()
  })

  it('tells of too many attempts and keeps the step', async () => {
    needsCode()
    const { user } = await toSecondStep()
    server.use(
      http.post(at('/api/users/login'), () => problem(429, { message: 'Too many attempts. Please wait.' })),
    )
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await expectNotice('Too many attempts. Please wait.')
    expect(screen.getByLabelText('Code')).toHaveValue('123456')
  })
})
