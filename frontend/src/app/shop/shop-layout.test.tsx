import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession, sessionToken } from '@/api/session'
import { useCart } from '@/features/cart/store'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(() => {
  endSession('logout')
  useCart.setState({ lines: [] })
})

const header = () => within(screen.getByRole('banner'))

describe('the storefront’s frame', () => {
  it('marks the current page', async () => {
    renderApp('/contact')
    await screen.findByRole('heading', { level: 1 })
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Home', 'Products', 'Orders', 'Contact'])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, null, 'page'])
  })

  it('offers a guest to log in and to register', async () => {
    renderApp('/contact')
    await screen.findByRole('heading', { level: 1 })
    expect(header().getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(header().getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    expect(header().queryByRole('button', { name: 'Logout' })).toBeNull()
  })

  it('links only administrators to the back-office', async () => {
    beginSession(fakeToken({ type: 'admin' }))
    renderApp('/contact')
    expect(await screen.findByRole('link', { name: 'Back to the back-office' })).toHaveAttribute(
      'href',
      '/admin',
    )
    act(() => beginSession(fakeToken()))
    expect(screen.queryByRole('link', { name: 'Back to the back-office' })).toBeNull()
  })

  it('logs out after confirmation, on the server first', async () => {
    let asked = 0
    server.use(
      http.post(at('/api/users/logout'), () => {
        asked += 1
        return HttpResponse.json({ message: 'ok' })
      }),
    )
    beginSession(fakeToken())
    const { user, router } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Logout' })
    expect(dialog).toHaveTextContent('Are you sure you want to log out?')
    expect(asked).toBe(0)
    await user.click(within(dialog).getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(sessionToken()).toBeNull()
    expect(asked).toBe(1)
    await expectNotice('Logged out successfully!')
  })

  it('keeps the session and reports the failure when the server fails', async () => {
    server.use(http.post(at('/api/users/logout'), () => problem(503)))
    beginSession(fakeToken())
    const { user, router } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Logout' }))
    await expectNotice('Logout failed. Please try again.')
    expect(sessionToken()).not.toBeNull()
    expect(router.state.location.pathname).toBe('/contact')
  })

  it('closes the confirmation when another tab has logged out', async () => {
    beginSession(fakeToken())
    const { user } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('alertdialog', { name: 'Confirm Logout' })
    act(() => endSession('logout'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('names the number of pieces in the cart and announces a change', async () => {
    renderApp('/contact')
    await screen.findByRole('heading', { level: 1 })
    expect(header().getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
    act(() => useCart.getState().add('A', 3))
    expect(header().getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
    expect(await screen.findByText('Cart: 3 items')).toHaveAttribute('role', 'status')
  })

  it('moves the focus to the new page’s heading', async () => {
    const { user } = renderApp('/contact')
    await screen.findByRole('heading', { level: 1 })
    await user.click(header().getByRole('link', { name: 'Register' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(document.title).toContain('Create Account')
  })

  it('shows a 404 page with links for an unknown path', async () => {
    renderApp('/no/such/page')
    expect(await screen.findByRole('heading', { name: '404 Error - Page Not Found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  })

  it('reports a lost connection', async () => {
    renderApp('/contact')
    await screen.findByRole('heading', { level: 1 })
    const online = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(/You are offline/)).toBeVisible()
    if (online) Object.defineProperty(navigator, 'onLine', online)
  })
})
