import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { SecuritySettings } from '@/api/types'
import { asOwner, signInStaff } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

/** A server that keeps the section, for confirmed sessions; `version` is the present one. */
function section(version = 0) {
  let kept: SecuritySettings = { requireSecondFactor: 'none', version: 0 }
  const session = confirmation()
  const saved: unknown[] = []
  server.use(
    http.get(at('/api/admin/settings/security'), () => HttpResponse.json(kept)),
    http.put(at('/api/admin/settings/security'), async ({ request }) => {
      if (!session.isConfirmed()) return confirmNeeded()
      const update = (await request.json()) as SecuritySettings
      saved.push(update)
      if (update.version < version)
        return problem(409, {
          code: 'settings.changed',
          settings: { requireSecondFactor: 'owners', version },
        })
      kept = { ...update, version: update.version + 1 }
      return HttpResponse.json({ message: 'Settings saved successfully!', settings: kept })
    }),
  )
  return saved
}

const save = () => screen.getByRole('button', { name: 'Save' })

asOwner()

describe('the settings of security', () => {
  it('are saved once the password was confirmed', async () => {
    const saved = section()
    const { user } = renderApp('/admin/settings/security')
    expect(await screen.findByRole('radio', { name: /^Nobody/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^All staff/ }))
    expect(screen.getByText('Not saved yet')).toBeVisible()
    await user.click(save())
    await enterPassword(user)
    await expectNotice('Settings saved successfully!')
    expect(saved).toEqual([{ requireSecondFactor: 'staff', version: 0 }])
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
  })

  it('stay unsaved when the question for the password is dismissed', async () => {
    const saved = section()
    const { user } = renderApp('/admin/settings/security')
    await user.click(await screen.findByRole('radio', { name: /^Owners/ }))
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toEqual([])
    expect(screen.getByRole('radio', { name: /^Owners/ })).toBeChecked()
    expect(screen.getByText('Not saved yet')).toBeVisible()
  })

  it('are not among the sections of other roles', async () => {
    signInStaff('support')
    renderApp('/admin/settings')
    expect(await screen.findByText('This page is for the roles Owner and Manager.')).toBeVisible()
  })
})
