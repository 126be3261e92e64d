import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, currentUser, endSession, sessionToken } from '@/api/session'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server, shopWith } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const ME = {
  type: 'customer',
  name: 'Nimal Perera',
  firstName: 'Nimal',
  lastName: 'Perera',
  email: 'nimal@example.com',
  profilePicture: '/images/old.webp',
}
const FRESH = fakeToken({ firstName: 'Nimali' })

function takesUpdates() {
  const calls: { path: string; body: unknown }[] = []
  server.use(
    http.put(at('/api/users/update/:email'), async ({ request, params }) => {
      calls.push({ path: String(params.email), body: await request.json() })
      return HttpResponse.json({ message: 'ok', user: ME, token: FRESH })
    }),
  )
  return calls
}

beforeEach(() => {
  endSession('logout')
  beginSession(fakeToken())
  URL.createObjectURL = vi.fn(() => 'blob:picture')
  URL.revokeObjectURL = vi.fn()
  server.use(http.get(at('/api/users/userdetail'), () => HttpResponse.json(ME)))
})

async function confirm(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Update User Details' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Update' })
  expect(dialog).toHaveTextContent('Are you sure you want to update your details?')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
}

describe('the profile', () => {
  it('keeps blank fields, sends no blank password, and stores the new token', async () => {
    const calls = takesUpdates()
    const { user } = renderApp('/user')
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'Your profile picture' })).toHaveAttribute(
        'src',
        expect.stringContaining('old'),
      ),
    )
    await user.type(screen.getByLabelText(/Update First Name/), 'Nimali')
    await confirm(user)
    await expectNotice('Your details were updated successfully')
    expect(calls).toEqual([
      {
        path: 'nimal@example.com',
        body: { firstName: 'Nimali', lastName: 'Perera', profilePicture: '/images/old.webp' },
      },
    ])
    expect(sessionToken()).toBe(FRESH)
    expect(screen.getByLabelText(/Update First Name/)).toHaveValue('')
  })

  it.each([
    ['somebody else', () => beginSession(fakeToken({ email: 'other@example.com' })), 'other@example.com'],
    ['nobody', () => endSession('logout'), undefined],
  ])('ignores an answer that comes when %s has the session', async (_, meanwhile, email) => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    let answered = false
    server.use(
      http.get(at('/api/users/google/config'), () => problem(404)),
      http.put(at('/api/users/update/:email'), async () => {
        await released
        answered = true
        return HttpResponse.json({ message: 'ok', user: ME, token: FRESH })
      }),
    )
    const { user, client } = renderApp('/user')
    await user.type(await screen.findByLabelText(/Update First Name/), 'Nimali')
    await confirm(user)
    act(meanwhile)
    await act(async () => answer())
    await waitFor(() => expect(answered && client.isMutating() === 0).toBe(true))
    expect(currentUser()?.email).toBe(email)
    expect(screen.queryByText('Your details were updated successfully')).toBeNull()
  })

  it('asks for the current password beside a new one, and says where it is wrong', async () => {
    const refusal = 'The password is not right.'
    const sent: unknown[] = []
    server.use(
      http.put(at('/api/users/update/:email'), async ({ request }) => {
        sent.push(await request.json())
        return problem(403, { code: 'auth.wrong_password', errors: { currentPassword: [refusal] } })
      }),
    )
    const { user } = renderApp('/user')
    const password = await screen.findByLabelText(/Update Password/)
    expect(screen.queryByLabelText(/Current Password/)).toBeNull()
    await user.type(password, 'a long password')
    await user.click(screen.getByRole('button', { name: 'Update User Details' }))
    expect(await screen.findByText('Enter your current password')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.type(screen.getByLabelText(/Current Password/), 'a guess')
    await confirm(user)
    expect(await screen.findByText(refusal)).toBeVisible()
    expect(sent).toEqual([
      expect.objectContaining({ password: 'a long password', currentPassword: 'a guess' }),
    ])
  })
})

describe('an address that is not confirmed', () => {
  const me = (emailVerified: boolean) =>
    server.use(http.get(at('/api/users/userdetail'), () => HttpResponse.json({ ...ME, emailVerified })))

  it('is asked for, and the link is mailed again', async () => {
    me(false)
    server.use(
      http.post(at('/api/users/verify-email/resend'), () =>
        HttpResponse.json({ message: 'We have sent you a new link.' }, { status: 202 }),
      ),
    )
    const { user } = renderApp('/user')
    const notice = within(await screen.findByRole('region', { name: 'Confirm your email' }))
    expect(notice.getByText('nimal@example.com')).toBeVisible()
    await user.click(notice.getByRole('button', { name: 'Send a link' }))
    expect(await notice.findByText('We have sent you a new link.')).toBeVisible()
  })
})

describe('the language of mails', () => {
  const offering = (mailLanguages: ('en' | 'si' | 'ta')[], me: object = {}) => {
    let user = { ...ME, emailVerified: true, language: 'en', ...me }
    server.use(
      http.get(at('/api/shop'), () => HttpResponse.json(shopWith({ mailLanguages }))),
      http.get(at('/api/users/userdetail'), () => HttpResponse.json(user)),
    )
    return (change: object) => {
      user = { ...user, ...change }
    }
  }

  it('is not asked for in a shop that writes in English alone', async () => {
    offering(['en'])
    const { client } = renderApp('/user')
    await waitFor(() => expect(client.getQueryData(['shop', 'terms'])).toBeDefined())
    await waitFor(() => expect(client.getQueryData(['me', 'detail'])).toBeDefined())
    expect(screen.queryByLabelText(/Language of mails/)).toBeNull()
  })

  it('is chosen from those that the shop offers, and sent only then', async () => {
    const become = offering(['en', 'si'])
    const calls: unknown[] = []
    server.use(
      http.put(at('/api/users/update/:email'), async ({ request }) => {
        calls.push(await request.json())
        become({ language: 'si' })
        return HttpResponse.json({ message: 'ok', user: ME, token: FRESH })
      }),
    )
    const { user } = renderApp('/user')
    const select = await screen.findByLabelText(/Language of mails/)
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['English', 'සිංහල (Sinhala)'])
    expect(select).toHaveValue('en')
    await confirm(user)
    await expectNotice('Your details were updated successfully')
    expect(calls[0]).not.toHaveProperty('language')
    await user.selectOptions(select, 'si')
    await confirm(user)
    await waitFor(() => expect(calls[1]).toMatchObject({ language: 'si' }))
    await waitFor(() => expect(screen.getByLabelText(/Language of mails/)).toHaveValue('si'))
  })

  it('is English for those who chose one that the shop offers no longer', async () => {
    offering(['en', 'si'], { language: 'ta' })
    renderApp('/user')
    expect(await screen.findByLabelText(/Language of mails/)).toHaveValue('en')
  })

  it('waits for a confirmed email', async () => {
    offering(['en', 'si'], { emailVerified: false })
    renderApp('/user')
    expect(await screen.findByText(/once you have confirmed your email/)).toBeVisible()
  })

  it('that is refused is named at its field', async () => {
    offering(['en', 'si'])
    const sentence = 'The shop does not write mails in this language.'
    server.use(
      http.put(at('/api/users/update/:email'), () => problem(422, { errors: { language: [sentence] } })),
    )
    const { user } = renderApp('/user')
    await user.selectOptions(await screen.findByLabelText(/Language of mails/), 'si')
    await confirm(user)
    expect(await screen.findByText(sentence)).toBeVisible()
  })
})
