import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { AuditEntry } from '@/api/types'
import { listAnswer, signInAdmin } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const entryOf = (entry: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-11-20T19:05:00Z',
  actorEmail: 'ama@example.com',
  action: 'update',
  entity: 'product',
  entityId: '018f',
  subject: 'ARA-SER-001',
  before: { productId: 'ARA-SER-001', priceCents: 450000, stock: 3 },
  after: { productId: 'ARA-SER-001', priceCents: 435000, stock: 3 },
  requestId: 'req-1',
  ...entry,
})

let asked: string[] = []
function list(entries: AuditEntry[]) {
  server.use(
    http.get(at('/api/admin/audit'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return listAnswer(entries)
    }),
  )
}

beforeEach(() => {
  asked = []
  endSession('logout')
  signInAdmin()
})

it('lists actor, action and time', async () => {
  const made = entryOf({
    id: 2,
    actorEmail: null,
    action: 'create',
    entity: 'user',
    subject: 'ama@example.com',
  })
  list([entryOf(), made])
  renderApp('/admin/audit')
  const table = within(await screen.findByRole('table', { name: 'Changes, newest first' }))
  const headers = table.getAllByRole('columnheader').map((cell) => cell.textContent)
  expect(headers).toEqual(['When', 'Who', 'Action', 'What', 'View'])
  const [, first, second] = table.getAllByRole('row')
  expect(first).toHaveTextContent('21 Nov 2026, 12:35 AMama@example.comUpdatedProductARA-SER-001View')
  expect(second).toHaveTextContent('At the command lineCreatedUserama@example.com')
  expect(screen.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
})

it('shows the changes by field', async () => {
  list([entryOf()])
  const { user } = renderApp('/admin/audit')
  await user.click(await screen.findByRole('button', { name: /^View what changed about ARA-SER-001/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Product ARA-SER-001' }))
  const rows = within(dialog.getByRole('table', { name: 'What changed' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['FieldBeforeAfter', 'PriceLKR. 4,500.00LKR. 4,350.00'])
  expect(dialog.getByText('2 fields as before')).toBeVisible()
  expect(dialog.getByText('req-1')).toBeVisible()
})

it('filters by values of an entry, and removes the filters', async () => {
  list([entryOf()])
  const { user, router } = renderApp('/admin/audit')
  const view = async () =>
    user.click(await screen.findByRole('button', { name: /^View what changed about ARA-SER-001/ }))
  await view()
  await user.click(await screen.findByRole('button', { name: 'All changes by ama@example.com' }))
  await waitFor(() => expect(router.state.location.search).toBe('?actor=ama%40example.com'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await view()
  await user.click(await screen.findByRole('button', { name: 'All its changes' }))
  await waitFor(() => expect(asked.at(-1)).toBe('?limit=24&entity=product&entityId=018f'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Only 018f/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?entity=product'))
})

it('removes all filters on All', async () => {
  list([entryOf()])
  const { user, router } = renderApp('/admin/audit?entity=product&action=update&actor=b%40example.com&q=ARA')
  const view = async () =>
    user.click(await screen.findByRole('button', { name: /^View what changed about ARA-SER-001/ }))
  await view()
  await user.click(await screen.findByRole('button', { name: 'All its changes' }))
  await waitFor(() => expect(router.state.location.search).toBe('?entity=product&entityId=018f'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await view()
  await user.click(await screen.findByRole('button', { name: 'All changes by ama@example.com' }))
  await waitFor(() => expect(router.state.location.search).toBe('?actor=ama%40example.com'))
})

it('keeps kind, action and search in the URL', async () => {
  list([])
  const { user, router } = renderApp('/admin/audit?entity=nonsense')
  await user.click(await screen.findByRole('button', { name: 'Orders' }))
  await user.selectOptions(screen.getByLabelText('Action'), 'Updated')
  await user.type(screen.getByLabelText('Search by product ID, email or order ID'), 'ARA')
  await waitFor(() => expect(router.state.location.search).toBe('?entity=order&action=update&q=ARA'))
  await waitFor(() => expect(asked.at(-1)).toBe('?limit=24&entity=order&action=update&q=ARA'))
  await user.click(await screen.findByRole('button', { name: 'Show all changes' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('reports a failed request', async () => {
  server.use(http.get(at('/api/admin/audit'), () => problem(500)))
  renderApp('/admin/audit')
  await expectNotice('Failed to fetch the audit log. Please try again.')
})
