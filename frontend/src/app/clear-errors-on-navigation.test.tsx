import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { toast } from '@/ui/toast'

const dismiss = () => screen.queryAllByRole('button', { name: 'Dismiss' }).length

async function openWithError() {
  const app = renderApp('/contact')
  await screen.findByRole('heading', { level: 1 })
  act(() => toast.error('It broke.'))
  await waitFor(() => expect(dismiss()).toBe(1))
  return app
}

it('clears an error on navigation, and keeps an error that the navigation raised', async () => {
  const { router } = await openWithError()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 5_000)
  await act(async () => {
    toast.error('You need to log in to place an order.')
    await router.navigate('/login')
  })
  await screen.findByRole('heading', { name: 'Welcome Back' })
  await waitFor(() => expect(screen.queryByText('It broke.')).toBeNull())
  expect(screen.getAllByText('You need to log in to place an order.')[0]).toBeVisible()
})

it('clears an error when a list is requested again', async () => {
  server.use(http.get(at('/api/products'), () => problem(503)))
  const { user } = renderApp('/products')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await waitFor(() => expect(dismiss()).toBe(1))
  server.use(http.get(at('/api/products'), () => new Promise(() => {})))
  await user.click(retry)
  await waitFor(() => expect(dismiss()).toBe(0))
})
