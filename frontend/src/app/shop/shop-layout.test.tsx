import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { useCart } from '@/features/cart/store'
import { renderApp } from '@/test/render-app'
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

  it('closes the confirmation when another tab has logged out', async () => {
    beginSession(fakeToken())
    const { user } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('alertdialog', { name: 'Confirm Logout' })
    act(() => endSession('logout'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
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
