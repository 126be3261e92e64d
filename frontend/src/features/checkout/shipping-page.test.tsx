import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import { fill, HERE, openShop, placed, press, STATE, shopAnswers } from '@/test/checkout'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(openShop)

describe('the checkout', () => {
  it('gives what a guest typed to no other login in that tab', async () => {
    const first = renderApp(HERE)
    await fill(first.user)
    await press(first.user)
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/login'))
    first.unmount()
    beginSession(fakeToken({ email: 'other@example.com', firstName: 'Other', lastName: 'Person' }))
    renderApp(HERE)
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Other Person')
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('')
    expect(screen.getByLabelText('Phone Number')).toHaveValue('')
  })

  it('gives what an account typed to no other account, even where the form stands open', async () => {
    beginSession(fakeToken())
    const { user } = renderApp(HERE)
    await fill(user)
    act(() => beginSession(fakeToken({ email: 'other@example.com' })))
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('')
    act(() => beginSession(fakeToken()))
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('12 Flower Road')
  })

  it('forgets what was typed at logout', async () => {
    beginSession(fakeToken())
    server.use(http.post(at('/api/users/logout'), () => HttpResponse.json({ message: 'ok' })))
    const { user, router } = renderApp(HERE)
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    act(() => beginSession(fakeToken()))
    await act(() => router.navigate('/shipping', { state: STATE }))
    expect(await screen.findByLabelText('Shipping Address')).toHaveValue('')
  })

  it('shows an order to nobody who has the session by the time it is placed', async () => {
    beginSession(fakeToken())
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    shopAnswers(() => released.then(placed))
    const { user, router, client } = renderApp(HERE)
    await fill(user)
    await press(user)
    await waitFor(() => expect(client.isMutating()).toBe(1))
    act(() => beginSession(fakeToken({ email: 'other@example.com' })))
    await act(async () => answer())
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(router.state.location.pathname).toBe('/shipping')
    expect(client.getQueryData(['orders', 'detail', 'ARL-7XK2'])).toBeUndefined()
  })

  it('is not in the history after an order that followed a login', async () => {
    const { user, router } = renderApp('/cart')
    await act(() => router.navigate('/shipping', { state: STATE }))
    await press(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'))
  })

  it('requires every field, and focuses the first missing one', async () => {
    beginSession(fakeToken())
    const { user } = renderApp(HERE)
    await user.clear(await screen.findByLabelText('Full Name'))
    await press(user)
    await expectNotice('Please fill in all shipping details.')
    expect(screen.getByLabelText('Full Name')).toHaveFocus()
    expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription(/Full name is required/)
    expect(screen.getByLabelText('Phone Number')).toBeInvalid()
  })
})
