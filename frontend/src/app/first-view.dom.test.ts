import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstViewSeen, preloadPageModules } from './first-view'

const page = (html: string) => {
  document.body.innerHTML = `<div id="root">${html}</div>`
  return document.getElementById('root')
}

/** Whether what was waited for has come, so far. */
function watch(waited: Promise<void>): { come: boolean } {
  const state = { come: false }
  void waited.then(() => {
    state.come = true
  })
  return state
}

describe('the first view', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // jsdom fetches no pictures.
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { configurable: true, get: () => false })
  })
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(HTMLImageElement.prototype, 'complete')
    document.head.innerHTML = ''
  })

  it('is awaited on a rendered page, and not on a page that scripts build', async () => {
    await firstViewSeen(page(''))
    await firstViewSeen(null)
    const state = watch(firstViewSeen(page('<h1>Shop</h1>')))
    await Promise.resolve()
    expect(state.come).toBe(false)
    await vi.advanceTimersByTimeAsync(50)
    expect(state.come).toBe(true)
  })

  it('is complete when its main pictures are loaded or have failed', async () => {
    const root = page('<img fetchpriority="high"><img fetchpriority="high"><img>')
    const [first, second] = [...(root?.querySelectorAll('img') ?? [])] as [HTMLImageElement, HTMLImageElement]
    const state = watch(firstViewSeen(root))
    fireEvent.load(first)
    await vi.advanceTimersByTimeAsync(500)
    expect(state.come).toBe(false)
    fireEvent.error(second)
    await vi.advanceTimersByTimeAsync(50)
    expect(state.come).toBe(true)
  })

  it('starts the app on a touch of the page, and after two seconds at the latest', async () => {
    const touched = watch(firstViewSeen(page('<img fetchpriority="high">')))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(touched.come).toBe(false)
    fireEvent.keyDown(document.body)
    await vi.advanceTimersByTimeAsync(0)
    expect(touched.come).toBe(true)
    const late = watch(firstViewSeen(page('<img fetchpriority="high">')))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(late.come).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(late.come).toBe(true)
  })

  it('preloads the scripts that the server named', () => {
    document.head.innerHTML = '<meta name="page-modules" content="/a.js /b.js">'
    preloadPageModules()
    const links = [...document.head.querySelectorAll('link[rel="modulepreload"]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/a.js', '/b.js'])
  })
})
