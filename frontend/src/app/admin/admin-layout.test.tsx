import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { CONTENT } from '@/test/content'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const detail = (user: Record<string, unknown>) =>
  http.get(at('/api/users/userdetail'), () =>
    HttpResponse.json({
      type: 'admin',
      name: 'Ama Silva',
      firstName: 'Ama',
      lastName: 'Silva',
      email: 'ama@example.com',
      profilePicture: '',
      ...user,
    }),
  )
const pathOf = (router: { state: { location: { pathname: string } } }) => router.state.location.pathname

beforeEach(() => endSession('logout'))

describe('access to the back-office', () => {
  it.each([
    [null, 'Araliya'],
    ['/images/logo.png', 'Sumudu Beauty'],
  ])('shows the published logo %s and name %s above the navigation', async (logo, name) => {
    const identity = { ...CONTENT.identity, logo, name }
    server.use(
      detail({}),
      http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, identity })),
    )
    beginSession(fakeToken({ type: 'admin' }))
    renderApp('/admin/products')
    const [brand] = await screen.findAllByRole('link', { name })
    expect(brand).toHaveAttribute('href', '/admin')
    const address = logo === null ? undefined : at(`${logo}?w=320`)
    expect(brand?.querySelector('img')?.src).toBe(address)
  })

  it('marks the dashboard at /admin too', async () => {
    server.use(detail({}))
    beginSession(fakeToken({ type: 'admin' }))
    renderApp('/admin')
    expect(await screen.findByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  })

  it('shows its own 404 page', async () => {
    server.use(detail({}))
    beginSession(fakeToken({ type: 'admin' }))
    renderApp('/admin/nothing')
    expect(await screen.findByRole('heading', { name: '404 Error - Page Not Found' })).toBeVisible()
  })
})

it('reports the logout although the page that started it is unmounted', async () => {
  server.use(
    detail({}),
    http.post(at('/api/users/logout'), () => HttpResponse.json({ message: 'ok' })),
  )
  beginSession(fakeToken({ type: 'admin' }))
  const { user, router } = renderApp('/admin/no-such-page')
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  const question = await screen.findByRole('alertdialog', { name: 'Confirm Logout' })
  await user.click(within(question).getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(pathOf(router)).toBe('/login'))
  await expectNotice('Logged out successfully!')
})
