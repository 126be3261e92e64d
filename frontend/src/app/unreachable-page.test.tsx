import { act, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page'
import { Providers } from './providers'
import { makeQueryClient } from './query-client'

let reachable: boolean
let online: boolean

const ThePage = () => <h1>The page</h1>
const load = vi.fn(async (): Promise<{ Page: ComponentType }> => {
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module')
  return { Page: ThePage }
})

function connect(on: boolean) {
  online = on
  reachable = on
  act(() => void window.dispatchEvent(new Event(on ? 'online' : 'offline')))
}

async function follow() {
  const router = createMemoryRouter([
    { path: '/', element: <h1>Here</h1> },
    { path: '/there', ...lazyPage(load, 'Page') },
  ])
  render(
    <Providers client={makeQueryClient([])}>
      <RouterProvider router={router} />
    </Providers>,
  )
  await act(() => router.navigate('/there'))
  return router
}

beforeEach(() => {
  load.mockClear()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  connect(true)
})

describe('a page whose chunk cannot be fetched', () => {
  it('stays the loaded page once its chunk has arrived', async () => {
    connect(false)
    const router = await follow()
    await screen.findByRole('button', { name: 'Retry' })
    connect(true)
    await screen.findByRole('heading', { name: 'The page' })
    await act(() => router.navigate('/'))
    await act(() => router.navigate('/there'))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
