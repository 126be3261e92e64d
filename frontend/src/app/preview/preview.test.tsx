import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, unwrap } from '@/api/client'
import { useCart } from '@/features/cart/store'
import { CONTENT } from '@/test/content'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { browserRouter } from '../browser-router'
import { makeQueryClient } from '../query-client'
import { readMessage, styleOf } from './preview-message'
import { startPreview } from './start-preview'

// Outside a build, the router's two entries are two copies of it.
vi.mock('react-router/dom', () => import('react-router'))

const ORIGIN = window.location.origin
const around = { postMessage: vi.fn() }
const draft = (name: string) => ({ ...CONTENT, identity: { ...CONTENT.identity, name } })

beforeEach(() => {
  vi.stubGlobal('parent', around)
  around.postMessage.mockClear()
})

describe('a message', () => {
  const message = { type: 'araliya:preview', content: CONTENT }
  // jsdom knows no other windows: the event only carries what the reader looks at.
  const read = (part: Partial<MessageEvent>) =>
    readMessage({ origin: ORIGIN, source: window.parent, data: message, ...part } as MessageEvent)

  it('of the page around is read', () => {
    expect(read({})).toBe(message)
  })

  it('of another origin, another window or another kind is not', () => {
    expect(read({ origin: 'https://evil.example' })).toBeNull()
    expect(read({ source: null })).toBeNull()
    expect(read({ source: window })).toBeNull()
    for (const data of [null, 'x', {}, { type: 'araliya:preview' }, { type: 'other', content: CONTENT }])
      expect(read({ data })).toBeNull()
  })
})

it('colours of another form are no style', () => {
  expect(styleOf({ lotus: '#123456', 'lotus-deep': '#ABCDEF' })).toBe(
    ':root{--color-lotus:#123456;--color-lotus-deep:#ABCDEF;}',
  )
  expect(styleOf({ 'x}body{': '#123456', lotus: 'red;}body{', paper: 'url(//evil.example)' })).toBe(':root{}')
})

describe('the preview', () => {
  let root: HTMLElement
  let unmount: () => void = () => undefined

  const start = (path: string) => {
    window.history.replaceState(null, '', path)
    root = document.createElement('div')
    document.body.append(root)
    act(() => {
      unmount = startPreview(root, makeQueryClient([]), browserRouter)
    })
  }
  const send = (data: unknown) => act(() => void window.dispatchEvent(dispatched(data)))
  // The event's constructor takes real windows only.
  function dispatched(data: unknown): MessageEvent {
    const sent = new MessageEvent('message', { data, origin: ORIGIN })
    Object.defineProperty(sent, 'source', { value: around })
    return sent
  }

  afterEach(() => {
    act(() => unmount())
    cleanup()
    root.remove()
    window.history.replaceState(null, '', '/')
  })

  it('says that it is there and shows the drafts', async () => {
    start('/preview/contact')
    await waitFor(() =>
      expect(around.postMessage).toHaveBeenCalledWith({ type: 'araliya:preview-ready' }, ORIGIN),
    )
    await screen.findByRole('heading', { name: 'Store Details' })
    send({ type: 'araliya:preview', content: draft('Draft & Co') })
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Draft & Co'))
    expect(screen.getByRole('navigation', { name: 'Main' }).querySelector('a')).toHaveAttribute(
      'href',
      '/preview/',
    )
  })

  it('shows a page that is not published', async () => {
    server.use(http.get(at('/api/pages/about'), () => problem(404)))
    start('/preview/pages/about')
    expect(await screen.findByRole('heading', { name: '404 Error - Page Not Found' })).toBeVisible()
    const body = { type: 'doc', content: [] }
    const page = { slug: 'about', version: 1, title: 'About the draft', description: '', body }
    send({ type: 'araliya:preview', content: CONTENT, page })
    expect(await screen.findByRole('heading', { level: 1, name: 'About the draft' })).toBeVisible()
  })

  it('is a guest, changes nothing and keeps no cart', async () => {
    let asked = 0
    let authorization: string | null = ''
    server.use(
      http.post(at('/api/contact'), () => {
        asked += 1
        return HttpResponse.json({ message: 'ok' }, { status: 202 })
      }),
      http.get(at('/api/content'), ({ request }) => {
        authorization = request.headers.get('Authorization')
        return HttpResponse.json(CONTENT)
      }),
    )
    localStorage.setItem('token', fakeToken())
    localStorage.setItem('cart', '[]')
    start('/preview/contact')
    await screen.findByRole('heading', { name: 'Store Details' })
    expect(authorization).toBeNull()
    const body = { name: 'Nimal', email: 'nimal@example.com', message: 'Do you have this in red?' }
    await expect(unwrap(api.POST('/api/contact', { body }))).rejects.toThrow('This is a preview')
    expect(asked).toBe(0)
    act(() => void useCart.getState().add('ARA-001'))
    expect(localStorage.getItem('cart')).toBe('[]')
    act(() => useCart.setState({ lines: [] }))
  })

  it('follows no link to another place', async () => {
    start('/preview/contact')
    const link = await screen.findByRole('link', { name: /Rust/ })
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    act(() => void link.dispatchEvent(click))
    expect(click.defaultPrevented).toBe(true)
  })
})
