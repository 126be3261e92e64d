// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import type { Content } from '@/api/types'
import type { Seed } from './api/seed'
import { render } from './entry-server'
import { CONTENT, FEATURED_SECTION, TITLE_SECTION } from './test/content'
import { SHOP } from './test/server'

// As the server's build has them: rendered at once, not fetched later.
vi.mock('./app/shop/footer.client', () => import('./app/shop/footer.server'))
vi.mock('./app/shop/announcement.client', () => import('./app/shop/announcement.server'))
vi.mock('./features/home/below-fold.client', () => import('./features/home/below-fold.server'))

const product = {
  _id: '1',
  productId: 'ARA-SER-001',
  productName: 'Araliya <Glow> Serum',
  altNames: [],
  images: [],
  description: 'Light.',
  price: 4850,
  lastPrice: 4350,
  stock: 3,
  totalSales: 0,
  version: 1,
  createdAt: '2026-11-20T00:00:00Z',
  updatedAt: '2026-11-20T00:00:00Z',
}

const COMMON: Seed[] = [
  { key: ['shop'], data: SHOP },
  { key: ['content'], data: CONTENT },
  { key: ['site'], data: { origin: 'https://shop.example', utcOffsets: [[0, 330]] } },
]

const show = async (url: string, seed: Seed[] = []) =>
  JSON.parse(await render(JSON.stringify({ url, seed: [...COMMON, ...seed] }))) as {
    status: number
    head: string
    html: string
    ssr: { loaderData: unknown; errors: unknown }
  }

describe('the public pages on the server', () => {
  it('leaves a page without the content to the browser', async () => {
    const seed = COMMON.filter(({ key }) => key[0] !== 'content')
    await expect(render(JSON.stringify({ url: '/contact', seed }))).rejects.toThrow('The content is missing')
  })

  it('shows the owner’s announcement, logo and products of choice', async () => {
    const logo = '/images/logo.webp'
    const content = {
      ...CONTENT,
      identity: { ...CONTENT.identity, logo, sharePicture: '/images/share.webp' },
      home: {
        sections: [
          { ...FEATURED_SECTION, source: { kind: 'chosen', productIds: ['GONE', 'ARA-SER-001'] } },
          TITLE_SECTION,
        ],
      },
      announcement: { version: 2, text: 'Closed <today>', link: null },
    }
    const { head, html } = await show('/', [
      { key: ['content'], data: content },
      { key: ['products', 'detail', 'GONE'], data: null },
      { key: ['products', 'detail', 'ARA-SER-001'], data: product },
    ])
    expect(html).toContain('data-announcement="2"')
    // Before the announcement, so that a dismissed one is never painted.
    expect(html).toMatch(/<script src="[^"]*hide-dismissed[^"]*" data-version="2"><\/script><section/)
    expect(html).toContain('Closed &lt;today&gt;')
    expect(html).toContain(`${logo}?w=320`)
    expect(html.match(/<article/g)).toHaveLength(1)
    expect(html.indexOf('<article')).toBeLessThan(html.indexOf('<h1'))
    expect(head).toContain('/images/share.webp?w=1280')
  })

  it.each<[Partial<Content['identity']>, string | null]>([
    [{}, '/og.webp'],
    [{ name: 'Nelum' }, null],
    [{ name: 'Nelum', logo: '/images/1-logo.webp' }, '/images/1-logo.webp?w=1280'],
    [{ name: 'Nelum', sharePicture: '/images/1-share.webp' }, '/images/1-share.webp?w=1280'],
  ])('the shared picture of a shop with %o is its own', async (identity, picture) => {
    const content = { ...CONTENT, identity: { ...CONTENT.identity, ...identity } }
    const { head } = await show('/contact', [{ key: ['content'], data: content }])
    const shown = /og:image" content="https?:\/\/[^/"]*([^"]*)"/.exec(head)
    expect(shown?.[1] ?? null).toBe(picture)
  })

  it('renders a page of text', async () => {
    const body = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Since 1990.' }] }],
    }
    const page = { slug: 'about', version: 1, title: 'About', description: '', body }
    const { status, head, html } = await show('/pages/about', [{ key: ['page', 'about'], data: page }])
    expect(status).toBe(200)
    expect(head).toContain('<link rel="canonical" href="https://shop.example/pages/about"')
    expect(html).toContain('<p>Since 1990.</p>')
  })

  it('replaces characters that UTF-8 cannot encode', async () => {
    const cut = { ...product, productName: 'Half a 🌸'.slice(0, -1), description: `${'x'.repeat(159)}🌸` }
    const { head, html } = await show('/products/productinfo/ARA-SER-001', [
      { key: ['products', 'detail', 'ARA-SER-001'], data: cut },
    ])
    expect(head + html).not.toMatch(/\p{Surrogate}/u)
    expect(head).toContain('Half a \uFFFD')
  })

  it('answers 404 for an unknown page and for a missing product', async () => {
    const unknown = await show('/no/such/page')
    expect(unknown.status).toBe(404)
    expect(unknown.html).toContain('404 Error - Page Not Found')
    expect(unknown.head).toContain('noindex')
    expect(unknown.ssr.errors).toMatchObject({ 'shop-pages': { status: 404 } })
    const missing = await show('/products/productinfo/NO', [
      { key: ['products', 'detail', 'NO'], data: null },
    ])
    expect(missing.status).toBe(404)
    expect(missing.ssr.errors).toMatchObject({ product: { status: 404 } })
    expect(missing.html).toContain('Oops! This Product is Missing')
  })
})
