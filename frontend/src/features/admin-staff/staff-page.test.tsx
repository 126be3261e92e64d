import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { StaffInvitation, StaffMember } from '@/api/types'
import { asOwner, signInStaff } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const LINK = 'https://shop.example/accept-invitation#token=t-1'

const memberOf = (member: Partial<StaffMember>): StaffMember => ({
  email: 'kumari@example.com',
  firstName: 'Kumari',
  lastName: 'Fernando',
  role: 'support',
  isBlocked: false,
  lastLogin: '2026-11-20T06:30:00Z',
  secondFactor: true,
  isYou: false,
  ...member,
})
const AMA = memberOf({
  email: 'ama@example.com',
  firstName: 'Ama',
  lastName: 'Silva',
  role: 'owner',
  isYou: true,
})

const invitationOf = (invitation: Partial<StaffInvitation>): StaffInvitation => ({
  id: 'i1',
  email: 'new@example.com',
  role: 'fulfilment',
  invitedBy: 'ama@example.com',
  createdAt: '2026-11-20T06:30:00Z',
  expiresAt: '2026-11-23T06:30:00Z',
  ...invitation,
})

/** A server that keeps staff and invitations, and asks for a confirmation before each change. */
function staff(
  members: StaffMember[] = [AMA, memberOf({})],
  invitations: StaffInvitation[] = [],
  mails = true,
) {
  const session = confirmation()
  const guarded =
    <Args extends unknown[]>(answer: (...args: Args) => Response | Promise<Response>) =>
    async (...args: Args) =>
      session.isConfirmed() ? answer(...args) : confirmNeeded()
  server.use(
    http.get(at('/api/admin/staff'), () => HttpResponse.json(members)),
    http.get(at('/api/admin/staff/invitations'), () => HttpResponse.json(invitations)),
    http.post(
      at('/api/admin/staff/invitations'),
      guarded(async ({ request }: { request: Request }) => {
        const body = (await request.json()) as Pick<StaffInvitation, 'email' | 'role'>
        if (members.some(({ email }) => email === body.email))
          return problem(409, { code: 'staff.already_staff', message: 'This address is staff already.' })
        invitations = [...invitations, invitationOf(body)]
        return HttpResponse.json({ ...invitationOf(body), link: LINK, isMailed: mails }, { status: 201 })
      }),
    ),
    http.delete(
      at('/api/admin/staff/invitations/:id'),
      guarded(({ params }: { params: Record<string, unknown> }) => {
        const known = invitations.some(({ id }) => id === params.id)
        invitations = invitations.filter(({ id }) => id !== params.id)
        return known ? new HttpResponse(null, { status: 204 }) : problem(404)
      }),
    ),
    http.put(
      at('/api/admin/staff/:email'),
      guarded(async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
        const { role } = (await request.json()) as Pick<StaffMember, 'role'>
        if (role === 'content')
          return problem(409, { code: 'staff.last_owner', message: 'The shop needs one owner.' })
        members = members.map((member) => (member.email === params.email ? { ...member, role } : member))
        return HttpResponse.json(members.find(({ email }) => email === params.email))
      }),
    ),
    http.delete(
      at('/api/admin/staff/:email'),
      guarded(({ params }: { params: Record<string, unknown> }) => {
        members = members.filter(({ email }) => email !== params.email)
        return new HttpResponse(null, { status: 204 })
      }),
    ),
  )
  return session
}

const rows = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)

asOwner()

describe('Staff', () => {
  it('lists who they are; one’s own account has no actions', async () => {
    staff([AMA, memberOf({ isBlocked: true, lastLogin: null, secondFactor: false })])
    renderApp('/admin/staff')
    expect(await rows()).toEqual([
      'Ama Silvaama@example.comOwnerOn20 Nov 2026, 12:00 PMYour own account',
      'Kumari Fernandokumari@example.comSupportBlockedOffNeverRoleDevicesRemove',
    ])
    expect(await screen.findByText('None. An invitation works for 72 hours.')).toBeVisible()
  })

  it('are invited: the password is asked for once, and the link is shown once', async () => {
    const { sent } = staff()
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite staff' }))
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(dialog.getByText('Email is required')).toBeVisible()
    expect(dialog.getByText('Choose a role')).toBeVisible()
    await user.type(dialog.getByLabelText('Email'), 'new@example.com')
    await user.click(dialog.getByRole('radio', { name: /^Fulfilment/ }))
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await enterPassword(user)

    const done = within(await screen.findByRole('dialog', { name: 'Invitation sent' }))
    expect(done.getByText(/^We mailed/)).toHaveTextContent(
      'We mailed new@example.com an invitation as Fulfilment. It works once, until 23 Nov 2026, 12:00 PM.',
    )
    expect(done.getByText(LINK)).toBeVisible()
    await user.click(done.getByRole('button', { name: 'Copy the link' }))
    expect(await navigator.clipboard.readText()).toBe(LINK)
    await user.click(done.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    expect(sent).toHaveLength(1)

    const open = within(screen.getByRole('region', { name: 'Open invitations' }))
    expect(await open.findByText(/^Invited by ama@example\.com/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect(screen.queryByText(LINK)).toBeNull()
    const second = within(await screen.findByRole('dialog', { name: 'Invite staff' }))
    await user.type(second.getByLabelText('Email'), 'kumari@example.com')
    await user.click(second.getByRole('radio', { name: /^Owner/ }))
    await user.click(second.getByRole('button', { name: 'Send invitation' }))
    await expectNotice('This address is staff already.')
    expect(second.getByLabelText('Email')).toHaveValue('kumari@example.com')
  })

  it('get another role; the last owner keeps theirs', async () => {
    staff()
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Change the role of Kumari Fernando' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of Kumari Fernando' }))
    expect(dialog.getByRole('radio', { name: /^Support/ })).toBeChecked()
    await user.click(dialog.getByRole('radio', { name: /^Content/ }))
    await user.click(dialog.getByRole('button', { name: 'Save role' }))
    await enterPassword(user)
    await expectNotice('The shop needs one owner.')
    await user.click(dialog.getByRole('radio', { name: /^Manager/ }))
    await user.click(dialog.getByRole('button', { name: 'Save role' }))
    await expectNotice('Kumari Fernando has the role Manager now.')
    await waitFor(async () => expect((await rows())[1]).toContain('Manager'))
  })

  it('ask before a chosen role is lost', async () => {
    staff()
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Change the role of Kumari Fernando' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of Kumari Fernando' }))
    await user.click(dialog.getByRole('radio', { name: /^Manager/ }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toHaveTextContent(
      'the role of Kumari Fernando',
    )
  })

  it('are removed after a question that names them', async () => {
    staff()
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Remove Kumari Fernando from staff' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove Kumari Fernando?' })
    expect(question).toHaveTextContent('kumari@example.com becomes a customer again')
    await user.click(within(question).getByRole('button', { name: 'Remove from staff' }))
    await enterPassword(user)
    await expectNotice('Kumari Fernando is not staff any more.')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })

  it('are signed out elsewhere by an owner', async () => {
    staff()
    const asked: string[] = []
    server.use(
      http.get(at('/api/users/sessions'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('user') ?? '')
        const row = { id: 's1', device: 'Safari on iPhone', network: '203.0.113.0/24', current: false }
        const times = { createdAt: '2026-11-20T06:30:00Z', lastUsedAt: '2026-11-20T06:30:00Z' }
        return HttpResponse.json([{ ...row, ...times }])
      }),
    )
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Where Kumari Fernando is signed in' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Where Kumari Fernando is signed in' }))
    await user.click(await dialog.findByRole('button', { name: /^Sign out Safari on iPhone/ }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Kumari Fernando is signed out on Safari on iPhone at once',
    )
    expect(asked).toEqual(['kumari@example.com'])
  })

  it('lose an invitation that is withdrawn, also where it was accepted meanwhile', async () => {
    staff([AMA], [invitationOf({}), invitationOf({ id: 'i2', email: 'late@example.com' })])
    const { user } = renderApp('/admin/staff')
    await user.click(
      await screen.findByRole('button', { name: 'Withdraw the invitation of new@example.com' }),
    )
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw the invitation?' })
    expect(question).toHaveTextContent('The link that new@example.com has stops working.')
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }))
    await enterPassword(user)
    await expectNotice('The invitation of new@example.com is withdrawn.')
    await waitFor(() => expect(screen.queryByText('new@example.com')).toBeNull())
    server.use(http.delete(at('/api/admin/staff/invitations/:id'), () => problem(404)))
    await user.click(screen.getByRole('button', { name: 'Withdraw the invitation of late@example.com' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
    await expectNotice('This invitation was accepted or withdrawn meanwhile.')
  })

  it('are the owners’ matter', async () => {
    signInStaff('support')
    renderApp('/admin/staff')
    expect(await screen.findByText('This page is for the role Owner.')).toBeVisible()
  })
})
