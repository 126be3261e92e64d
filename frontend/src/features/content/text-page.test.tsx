import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { CONTENT } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

const PAGE = {
  slug: 'about',
  version: 1,
  title: 'About our house',
  description: 'Who we are.',
  body: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'The beginning' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'In 1990.' }] },
    ],
  },
}

describe('a page of text', () => {
  it('is linked in the footer once, where the owner placed it', async () => {
    const links = [{ label: 'Our story', to: '/pages/about' }]
    const pages = [
      { slug: 'about', title: 'About our house' },
      { slug: 'privacy', title: 'Privacy' },
    ]
    const footer = { ...CONTENT.footer, links, rights: '', credit: null }
    const identity = {
      ...CONTENT.identity,
      social: [{ label: 'Instagram', to: 'https://instagram.example/a' }],
    }
    server.use(
      http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, identity, footer, pages })),
      http.get(at('/api/pages/about'), () => HttpResponse.json(PAGE)),
    )
    renderApp('/pages/about')
    const quick = within(await screen.findByRole('navigation', { name: 'Quick Links' }))
    expect(quick.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Our story', '/pages/about'],
      ['Privacy', '/pages/privacy'],
    ])
    const social = screen.getByRole('link', { name: 'Instagram' })
    expect(social).toHaveAttribute('href', 'https://instagram.example/a')
    expect(screen.queryByText('Powered by')).toBeNull()
  })
})
