import { readFileSync } from 'node:fs'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contentQuery } from '@/api/content'
import { CONTENT } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

const LINK = { label: 'See the rates', to: '/pages/delivery-returns' }
const announced = (version: number, text = 'Free delivery this week') => ({
  ...CONTENT,
  announcement: { version, text, link: LINK },
})

const announce = (version: number) =>
  server.use(http.get(at('/api/content'), () => HttpResponse.json(announced(version))))

const bar = () => screen.queryByRole('region', { name: 'Announcement' })

beforeEach(() => delete document.documentElement.dataset.dismissed)

describe('the announcement', () => {
  it('appears once, and vanishes, while the page is open', async () => {
    const { client } = renderApp('/contact')
    await screen.findByRole('heading', { name: 'Store Details' })
    await screen.findByRole('contentinfo')
    const publish = (content: object) =>
      act(() => void client.setQueryData(contentQuery().queryKey, content as typeof CONTENT))
    for (const version of [3, 4]) {
      publish(announced(version))
      await screen.findByText('Free delivery this week')
      expect(screen.getAllByRole('region', { name: 'Announcement' })).toHaveLength(1)
      expect(screen.getAllByRole('contentinfo')).toHaveLength(1)
      publish(CONTENT)
      await waitFor(() => expect(bar()).toBeNull())
      expect(screen.getAllByRole('contentinfo')).toHaveLength(1)
    }
  })

  it('stays away once dismissed, until the next version', async () => {
    announce(3)
    const { user, unmount } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Dismiss the announcement' }))
    expect(bar()).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    unmount()
    const { client } = renderApp('/contact')
    await screen.findByRole('heading', { name: 'Store Details' })
    expect(bar()).toBeNull()
    act(() => void client.setQueryData(contentQuery().queryKey, announced(4, 'Closed on Friday')))
    expect(await screen.findByText('Closed on Friday')).toBeVisible()
  })

  it('of a draft is not kept as dismissed', async () => {
    announce(0)
    const { user, unmount } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Dismiss the announcement' }))
    expect(bar()).toBeNull()
    unmount()
    renderApp('/contact')
    expect(await screen.findByText('Free delivery this week')).toBeVisible()
  })
})

describe('the server’s markup of a dismissed announcement', () => {
  const script = readFileSync('src/app/shop/hide-dismissed.js', 'utf8')

  /** Runs the script as the page's parser does, above an announcement of this version. */
  function parse(version: string) {
    const element = document.createElement('script')
    element.dataset.version = version
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element)
    new Function(script)()
  }

  it('is hidden before the app starts', async () => {
    announce(3)
    const { user, unmount } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Dismiss the announcement' }))
    unmount()
    parse('3')
    expect(document.documentElement.dataset.dismissed).toBe('3')
  })

  it('is shown in another version', () => {
    localStorage.setItem('announcement', '2')
    parse('3')
    expect(document.documentElement.dataset.dismissed).toBeUndefined()
  })

  it('is left to the app from its start on', async () => {
    document.documentElement.dataset.dismissed = '3'
    announce(4)
    renderApp('/contact')
    await screen.findByText('Free delivery this week')
    await waitFor(() => expect(document.documentElement.dataset.dismissed).toBeUndefined())
    expect(document.querySelector('script[data-version]')).toBeNull()
  })
})
