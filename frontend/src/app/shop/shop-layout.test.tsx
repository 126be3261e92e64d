import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { useCart } from '@/features/cart/store'
import { renderApp } from '@/test/render-app'
import { fakeToken } from '@/test/tokens'

beforeEach(() => {
  endSession('logout')
  useCart.setState({ lines: [] })
})

describe('the storefront’s frame', () => {
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
})
