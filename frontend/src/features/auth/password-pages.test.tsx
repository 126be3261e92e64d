import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, sessionToken } from '@/api/session'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const ANSWER = 'If an account exists for this address, a link is on its way.'

beforeEach(() => server.use(http.get(at('/api/users/google/config'), () => problem(404))))

describe('a forgotten password', () => {
  it('shows the same answer for every e-mail', async () => {
    server.use(
      http.post(at('/api/users/forgot-password'), () =>
        HttpResponse.json({ message: ANSWER }, { status: 202 }),
      ),
    )
    const { user } = renderApp('/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'nobody@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(ANSWER)).toBeVisible()
    expect(screen.getByText(ANSWER).closest('[role=status]')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Use another email' }))
    expect(screen.getByLabelText('Email')).toHaveFocus()
  })

  it('takes the typed e-mail from the login, and back', async () => {
    const { user } = renderApp('/login')
    await user.type(await screen.findByLabelText('Email'), 'nimal@example.com')
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await screen.findByRole('button', { name: 'Send the link' })
    expect(screen.getByLabelText('Email')).toHaveValue('nimal@example.com')
    await user.click(screen.getByRole('link', { name: 'Back to login' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(screen.getByLabelText('Email')).toHaveValue('nimal@example.com')
  })

  it('reports a failed request', async () => {
    server.use(http.post(at('/api/users/forgot-password'), () => problem(429, { message: 'Please wait.' })))
    const { user } = renderApp('/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'nimal@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    await expectNotice('Please wait.')
    expect(screen.getByLabelText('Email')).toHaveValue('nimal@example.com')
  })
})

describe('a new password', () => {
  const open = () => renderApp('/reset-password#token=t-1')

  it('ends the session that was open in this browser', async () => {
    beginSession(fakeToken())
    server.use(
      http.post(at('/api/users/reset-password'), () => HttpResponse.json({ message: 'Changed.' })),
      http.get(at('/api/users/userdetail'), () => problem(401)),
    )
    const { user } = open()
    await user.type(await screen.findByLabelText('New password'), 'a long password')
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    await expectNotice('Changed.')
    await waitFor(() => expect(sessionToken()).toBeNull())
  })

  it.each(['/reset-password', '/reset-password#token='])('needs a link with a token (%s)', async (path) => {
    renderApp(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete.')
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
  })
})
