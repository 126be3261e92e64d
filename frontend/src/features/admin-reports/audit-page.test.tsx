import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '@/api/types'
import { asOwner, listAnswer } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

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

asOwner()
beforeEach(() => {
  asked = []
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
