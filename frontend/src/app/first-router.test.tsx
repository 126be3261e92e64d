import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, Link, type RouteObject, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as browserRouter from './browser-router'
import { firstRouter } from './first-router'

vi.mock('./routes', () => ({
  routes: (pages: RouteObject[]) => [{ id: 'shop', path: '/', children: pages }],
}))
vi.mock('./browser-router', () => ({
  browserRouter: vi.fn((children: RouteObject[], options: object) =>
    createBrowserRouter([{ id: 'shop', path: '/', children }], options),
  ),
}))

const PAGES: RouteObject[] = [
  { id: 'here', index: true, element: <Link to="/there?q=1">Go</Link> },
  { id: 'there', path: 'there', element: <h1>There</h1> },
]

function open() {
  const router = firstRouter(PAGES, { loaderData: {} })
  render(<RouterProvider router={router} />)
  return router
}

let idle: (() => void) | undefined
beforeEach(() => {
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('requestIdleCallback', (start: () => void) => {
    idle = start
  })
})

describe('the router of a rendered page', () => {
  it('shows the page, and loads the rest when the browser is idle', async () => {
    const router = open()
    expect(screen.getByRole('link', { name: 'Go' })).toHaveAttribute('href', '/there?q=1')
    expect(browserRouter.browserRouter).not.toHaveBeenCalled()
    await act(async () => idle?.())
    await vi.waitFor(() => expect(browserRouter.browserRouter).toHaveBeenCalledOnce())
    expect(router.state.location.pathname).toBe('/')
    expect(screen.getByRole('link', { name: 'Go' })).toBeVisible()
  })

  it('follows a link that was pressed before', async () => {
    const router = open()
    const seen: string[] = []
    router.subscribe(({ location }) => seen.push(location.pathname))
    const stop = router.subscribe(() => seen.push('ended'))
    stop()
    await userEvent.click(screen.getByRole('link', { name: 'Go' }))
    expect(await screen.findByRole('heading', { name: 'There' })).toBeVisible()
    expect(window.location.search).toBe('?q=1')
    expect(seen).toContain('/there')
    expect(seen).not.toContain('ended')
  })

  it('follows a link after the rest could not be loaded', async () => {
    vi.mocked(browserRouter.browserRouter).mockImplementationOnce(() => {
      throw new Error('the line is bad')
    })
    open()
    await act(async () => idle?.())
    await userEvent.click(screen.getByRole('link', { name: 'Go' }))
    expect(await screen.findByRole('heading', { name: 'There' })).toBeVisible()
  })

  it('lets the browser open the page of a link where it cannot be loaded again', async () => {
    vi.mocked(browserRouter.browserRouter).mockImplementationOnce(() => {
      throw new Error('the line is bad')
    })
    const assign = vi.fn()
    vi.stubGlobal('location', {
      ...window.location,
      pathname: '/',
      search: '',
      hash: '',
      origin: 'http://shop.test',
      assign,
    })
    open()
    await userEvent.click(screen.getByRole('link', { name: 'Go' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/there?q=1'))
    vi.unstubAllGlobals()
  })

  it('goes back before the rest is there', async () => {
    open()
    window.history.replaceState(null, '', '/there')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(await screen.findByRole('heading', { name: 'There' })).toBeVisible()
  })
})
