import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { beginSession } from '@/api/session'
import type { Checklist } from '@/api/types'
import { CONTENT } from '@/test/content'
import { region, shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { at, NOTHING_WAITS, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

const NONE: Checklist = { logo: false, product: false, delivery: false, payment: false, mail: false }

beforeAll(() => Promise.all([import('./dashboard-page'), import('@/app/admin/admin-layout')]), 60_000)

beforeEach(() => localStorage.clear())

/** The dashboard of an owner whose shop has these facts; returns how often they were read. */
function dashboard(facts: Partial<Checklist>, permissions?: string[]) {
  const asked: number[] = []
  shop()
  server.use(
    http.get(at('/api/users/userdetail'), () =>
      HttpResponse.json({
        type: 'admin',
        name: 'Ayesha',
        email: 'a@kiri.example',
        profilePicture: '',
        permissions,
      }),
    ),
    http.get(at('/api/admin/checklist'), () => {
      asked.push(1)
      return HttpResponse.json({ ...NONE, ...facts })
    }),
    http.get(at('/api/content'), () => HttpResponse.json(CONTENT)),
  )
  beginSession(fakeToken({ type: 'admin' }))
  return { asked, ...renderApp('/admin') }
}

it('says that mail is not connected, and asks for no link that nobody got', async () => {
  dashboard({ product: true })
  server.use(
    http.get(at('/api/admin/waiting'), () => HttpResponse.json({ ...NOTHING_WAITS, mailConnected: false })),
  )
  const panel = within(await region('First steps'))
  expect(await panel.findByText(/^Mail is not connected: no mail of the shop reaches anybody/)).toBeVisible()
  expect(
    panel.getByText('Once mail is connected: ask for the link on your profile, and open it.'),
  ).toBeVisible()
  expect(panel.queryByText(/that we sent you/)).toBeNull()
})

const withPages = (...slugs: string[]) =>
  server.use(
    http.get(at('/api/content'), () =>
      HttpResponse.json({ ...CONTENT, pages: slugs.map((slug) => ({ slug, title: slug })) }),
    ),
  )

it('asks for the terms until all of them are published', async () => {
  dashboard({ logo: true, product: true, delivery: true, payment: true, mail: true })
  withPages('terms', 'privacy', 'about')
  const panel = within(await region('First steps'))
  expect(panel.getByText('5 of 6 done. Each gets its tick by itself.')).toBeVisible()
})

it('is gone when all are done', async () => {
  const { asked } = dashboard({ logo: true, product: true, delivery: true, payment: true, mail: true })
  withPages('terms', 'privacy', 'delivery-returns')
  await region('What waits')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

it('stays hidden once the owner hid it', async () => {
  const { user, unmount } = dashboard({})
  await user.click(within(await region('First steps')).getByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  unmount()
  const again = dashboard({})
  await region('What waits')
  expect(again.asked).toEqual([])
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

it('is for owners alone', async () => {
  const { asked } = dashboard({}, ['readOverview', 'manageUsers', 'readOrders'])
  await screen.findByRole('heading', { name: 'Dashboard' })
  await region('What waits')
  expect(asked).toEqual([])
})
