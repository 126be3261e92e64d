import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionToken } from '@/api/session'
import type { UserSession } from '@/api/types'
import { asOwner } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, NO_SECOND_FACTOR, problem, server } from '@/test/server'

const CODES = Array.from({ length: 10 }, (_, index) => `k7m${index}-9qtx`)
const SECRET = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Araliya:ama@example.com?secret=JBSWY3DPEHPK3PXP',
  qr: { size: 33, path: 'M0 0h7v7h-7z' },
}

const sessionOf = (row: Partial<UserSession>): UserSession => ({
  id: 's1',
  device: 'Firefox on Linux',
  network: '203.0.113.0/24',
  createdAt: '2026-11-19T06:30:00Z',
  lastUsedAt: '2026-11-20T06:30:00Z',
  current: false,
  ...row,
})

/** A server that keeps the state of the second factor. */
function secondFactor(state: 'off' | 'on') {
  let left = state === 'on' ? 3 : 0
  const session = confirmation()
  const guarded = (answer: () => Response) => () => (session.isConfirmed() ? answer() : confirmNeeded())
  server.use(
    http.get(at('/api/users/security'), () =>
      HttpResponse.json({
        ...NO_SECOND_FACTOR,
        secondFactor: {
          enabled: left > 0,
          since: left > 0 ? '2026-11-01T06:30:00Z' : null,
          recoveryCodesLeft: left,
        },
      }),
    ),
    http.post(
      at('/api/users/second-factor'),
      guarded(() => HttpResponse.json(SECRET)),
    ),
    http.post(at('/api/users/second-factor/enable'), async ({ request }) => {
      const { code } = (await request.json()) as { code: string }
      if (code !== '123456') return problem(403, { code: 'auth.code_wrong', message: 'The code is wrong.' })
      left = 10
      return HttpResponse.json({ recoveryCodes: CODES })
    }),
    http.post(
      at('/api/users/second-factor/recovery-codes'),
      guarded(() => {
        left = 10
        return HttpResponse.json({ recoveryCodes: CODES })
      }),
    ),
    http.delete(
      at('/api/users/second-factor'),
      guarded(() => {
        left = 0
        return new HttpResponse(null, { status: 204 })
      }),
    ),
  )
  return session
}

const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }))

/** Asks for new codes, and confirms the session with password and code. */
async function makeNewCodes(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await (await section()).findByRole('button', { name: 'New recovery codes' }))
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await user.type(dialog.getByLabelText('Your password'), 'a long password')
  await user.type(await dialog.findByLabelText('Code'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
}

beforeAll(
  () => Promise.all([import('./security-section'), import('@/features/profile/profile-page')]),
  60_000,
)

asOwner()
beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:codes')
  URL.revokeObjectURL = vi.fn()
})

describe('the second factor', () => {
  it('asks again after a wrong password, and does nothing when that is dismissed', async () => {
    secondFactor('off')
    const { user } = renderApp('/user')
    const panel = await section()
    await user.click(await panel.findByRole('button', { name: 'Set up' }))
    const dialog = await enterPassword(user, 'a wrong password')
    expect(await dialog.findByText('The password is wrong.')).toBeVisible()
    expect(sessionToken()).not.toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(panel.getByRole('button', { name: 'Set up' })).toBeEnabled()
    expect(panel.queryByRole('img')).toBeNull()
  })

  it('is turned off after a question, with password and code', async () => {
    const { sent } = secondFactor('on')
    const { user } = renderApp('/user')
    const panel = await section()
    expect(await panel.findByText(/^3 recovery codes are left\. Make new ones/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Turn off' }))
    const question = await screen.findByRole('alertdialog', { name: 'Turn off your second factor?' })
    await user.click(within(question).getByRole('button', { name: 'Turn off' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    await user.type(dialog.getByLabelText('Your password'), 'a long password')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('Enter a code')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
    expect(dialog.getByLabelText('Recovery code')).toHaveAttribute('inputmode', 'text')
    await user.type(dialog.getByLabelText('Recovery code'), ' k7m0-9qtx ')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await expectNotice('Your second factor is off.')
    expect(sent).toEqual([{ password: 'a long password', code: 'k7m0-9qtx' }])
    expect(await panel.findByRole('button', { name: 'Set up' })).toBeVisible()
  })

  it('has new recovery codes on request', async () => {
    secondFactor('on')
    const { user } = renderApp('/user')
    const panel = await section()
    await makeNewCodes(user)
    expect(await panel.findByText(CODES[9] ?? '')).toBeVisible()
  })
})

describe('the list of sessions', () => {
  function sessions(...rows: UserSession[]) {
    let kept = rows
    server.use(
      http.get(at('/api/users/sessions'), () => HttpResponse.json(kept)),
      http.delete(at('/api/users/sessions/:id'), ({ params }) => {
        const known = kept.some(({ id }) => id === params.id)
        kept = kept.filter(({ id }) => id !== params.id)
        return known ? new HttpResponse(null, { status: 204 }) : problem(404)
      }),
      http.delete(at('/api/users/sessions'), () => {
        kept = kept.filter(({ current }) => current)
        return new HttpResponse(null, { status: 204 })
      }),
    )
  }
  const panel = async () => within(await screen.findByRole('region', { name: 'Where you are signed in' }))

  it('names device, network and times, and ends one session', async () => {
    sessions(sessionOf({ id: 'me', device: 'Chrome on Windows', current: true }), sessionOf({}))
    const { user } = renderApp('/user')
    const list = await panel()
    const rows = await list.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Chrome on WindowsThis device203.0.113.0/24 · signed in 19 Nov 2026, 12:00 PM',
      'Firefox on Linux203.0.113.0/24 · signed in 19 Nov 2026, 12:00 PM · last used 20 Nov 2026, 12:00 PMSign out',
    ])
    expect(list.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
    await user.click(list.getByRole('button', { name: /^Sign out Firefox on Linux/ }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('You are signed out on Firefox on Linux at once')
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await expectNotice('Signed out on Firefox on Linux.')
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  })
})
