import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { beginSession } from '@/api/session'
import { shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

beforeAll(() => Promise.all([import('./help-panel'), import('@/app/admin/admin-layout')]), 60_000)

beforeEach(() => {
  shop()
  server.use(
    http.get(at('/api/users/userdetail'), () =>
      HttpResponse.json({ type: 'admin', name: 'Ayesha', email: 'a@kiri.example', profilePicture: '' }),
    ),
  )
  beginSession(fakeToken({ type: 'admin' }))
})

const open = async (path: string) => {
  const app = renderApp(path)
  const button = await screen.findByRole('button', { name: 'Help for this page' })
  await app.user.click(button)
  return { ...app, button, panel: await screen.findByRole('dialog') }
}

it('has all topics, and begins at the own page again', async () => {
  const { user, button, panel } = await open('/admin/settings')
  await user.click(within(panel).getByText('All topics'))
  await user.click(within(panel).getByRole('button', { name: 'Staff' }))
  await waitFor(() => expect(panel).toHaveAccessibleName('Help: Staff'))
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Help: Settings' })).toBeVisible()
})

it('leaves the panel by a link', async () => {
  const { user, router, panel } = await open('/admin/settings')
  await user.click(within(panel).getByText('All topics'))
  await user.click(within(panel).getByRole('button', { name: 'Products' }))
  await user.click(await within(panel).findByRole('link', { name: 'import a sheet' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/products/import'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows a picture of the page, which opens in its full size', async () => {
  const { user, panel } = await open('/admin/settings')
  await user.click(within(panel).getByText('All topics'))
  await user.click(within(panel).getByRole('button', { name: 'Delivery settings' }))
  const picture = await within(panel).findByRole('img', { name: /^The delivery settings/ })
  expect(picture).toHaveAttribute('src', expect.stringMatching(/delivery.*\.webp/))
  expect(picture.closest('a')).toHaveAttribute('href', picture.getAttribute('src'))
})
