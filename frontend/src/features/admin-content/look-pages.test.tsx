import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner, signInStaff } from '@/test/admin'
import { contentServer, DEFAULTS } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const MAIN = { name: 'Back-office' }
const below = () => within(screen.getByRole('navigation', MAIN)).getByRole('list', { name: 'Look' })
const texts = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.textContent)

asOwner(
  () => import('./look-overview'),
  () => import('./look-overview'),
  () => import('./document-page'),
  () => import('./rich-text-editor'),
)

describe('the look', () => {
  it('lists its documents with their states, and says where to begin', async () => {
    contentServer()
    renderApp('/admin/look')
    expect(await screen.findByText(/Your shop still looks as it came. Begin with/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Home page.*As the shop came$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Pages.*None published yet$/ })).toBeVisible()
    expect(texts(below())).toEqual([
      'Identity',
      'Colours',
      'Home page',
      'Footer',
      'Contact page',
      'Announcement',
      'Pages',
    ])
  })

  it('names what is published, and what waits', async () => {
    const { save, publish } = contentServer()
    save('home', { sections: [] })
    publish('home')
    save('footer', { ...DEFAULTS.footer, delivery: 'x' })
    save('page:about', { title: 'About us', description: '', isShown: true, body: {} })
    publish('page:about')
    renderApp('/admin/look')
    expect(await screen.findByRole('link', { name: /^Home page.*Published 20 Nov 2026$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Footer.*Changes not published$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Pages.*1 of 4 published$/ })).toBeVisible()
    expect(screen.queryByText(/still looks as it came/)).toBeNull()
  })

  it('keeps its links where the states cannot be loaded', async () => {
    contentServer()
    server.use(http.get(at('/api/admin/content'), () => problem(503, { message: 'Not now.' })))
    const { user } = renderApp('/admin/look')
    expect(await screen.findByText('Not now.')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Footer.*at the foot of every page\.$/ })).toBeVisible()
    contentServer()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /^Footer.*As the shop came$/ })).toBeVisible()
  })

  it('leaves name and colours to owners', async () => {
    signInStaff('content')
    contentServer()
    renderApp('/admin/look')
    await screen.findByRole('link', { name: /^Home page.*As the shop came$/ })
    expect(texts(below())).toEqual(['Home page', 'Footer', 'Contact page', 'Announcement', 'Pages'])
    expect(screen.queryByRole('link', { name: /^Identity/ })).toBeNull()
  })

  it.each(['identity', 'theme'])('says who may edit the %s', async (kind) => {
    signInStaff('content')
    contentServer()
    renderApp(`/admin/look/${kind}`)
    expect(await screen.findByText('This page is for the role Owner.')).toBeVisible()
  })

  it.each(['', '/home', '/pages', '/pages/about'])('says who may open /admin/look%s', async (path) => {
    signInStaff('support')
    renderApp(`/admin/look${path}`)
    expect(await screen.findByText('This page is for the roles Owner, Manager and Content.')).toBeVisible()
  })

  it('has no other documents', async () => {
    renderApp('/admin/look/menus')
    expect(await screen.findByRole('link', { name: 'Back to the dashboard' })).toBeVisible()
  })
})

describe('the pages', () => {
  it('begin with templates, and none of one’s own', async () => {
    contentServer()
    const { user } = renderApp('/admin/look/pages')
    const needed = await screen.findByRole('list', { name: 'Pages that every shop needs' })
    expect(within(needed).getAllByRole('link')).toHaveLength(4)
    expect(within(needed).getByRole('link', { name: /^Privacy/ })).toHaveTextContent('Template')
    expect(screen.getByText('No page of your own yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Write the first one' }))
    expect(await screen.findByRole('dialog', { name: 'New page' })).toBeVisible()
  })

  it('are at most twenty of one’s own', async () => {
    const { save } = contentServer()
    for (let number = 1; number <= 20; number += 1)
      save(`page:own-${number}`, { title: `Own ${number}`, description: '', isShown: true, body: {} })
    renderApp('/admin/look/pages')
    expect(await screen.findByText(/20 of 20: use one of them again/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'New page' })).toBeDisabled()
  })

  it('show why the server refuses one more', async () => {
    contentServer()
    server.use(
      http.put(at('/api/admin/content/:doc'), () =>
        problem(409, { code: 'content.too_many_pages', message: 'The shop has the most pages.' }),
      ),
    )
    const { user } = renderApp('/admin/look/pages')
    await user.click(await screen.findByRole('button', { name: 'New page' }))
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Our story')
    await user.click(screen.getByRole('button', { name: 'Add the page' }))
    await expectNotice('The shop has the most pages.')
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Our story')
  })
})
