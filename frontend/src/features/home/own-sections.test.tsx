// The home page with the owner's sections.
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Content, FeaturedSource, HeroSlide, HomeSection } from '@/api/types'
import { makeProduct, productList } from '@/test/catalogue'
import { CONTENT, FEATURED_SECTION, HERO, PARTNERS, TIPS_SECTION } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const show = (sections: HomeSection[], more: Partial<Content> = {}) => {
  server.use(
    http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, ...more, home: { sections } })),
  )
  return renderApp('/')
}
const regions = () =>
  screen.getAllByRole('region').map((region) => within(region).queryAllByRole('heading')[0]?.textContent)

beforeEach(() => {
  server.use(
    productList(() => [makeProduct(1)]),
    http.get(at('/api/reviews'), () => HttpResponse.json([])),
  )
})

describe('the sections of the home page', () => {
  it('are those that are switched on; without a title the shop’s name is the heading', async () => {
    show([TIPS_SECTION, { ...PARTNERS, isShown: false }])
    await screen.findByRole('heading', { name: 'Skincare Tips' })
    expect(screen.queryByRole('region', { name: 'Our Trusted Partners' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Araliya')
  })

  it('have no controls for a single slide or page', async () => {
    show([
      { ...HERO, slides: HERO.slides.slice(0, 1) },
      { ...PARTNERS, partners: PARTNERS.partners.slice(0, 3) },
    ])
    await screen.findByRole('region', { name: 'Our Trusted Partners' })
    expect(screen.queryByRole('button', { name: 'Next slide' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next brands' })).toBeNull()
    expect(regions()).toContain('Our Trusted Partners')
  })

  it('wait for the content, and report that it cannot be loaded', async () => {
    server.use(http.get(at('/api/content'), () => problem(503), { once: true }))
    const { user } = renderApp('/')
    expect(await screen.findByRole('alert')).toHaveTextContent('The page could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Beauty that grows here' })).toBeVisible()
  })
})

describe('an uploaded slide', () => {
  const slide: HeroSlide = {
    heading: 'New in',
    text: '',
    link: null,
    wide: '/images/wide.webp',
    tall: '/images/tall.webp',
    alt: 'Three bottles',
    scrim: 'dark',
  }

  it('has its pictures in several widths, its text for readers and its shade', async () => {
    show([{ kind: 'hero', isShown: true, slides: [slide] }])
    const picture = await screen.findByRole('img', { name: 'Three bottles' })
    expect(picture.getAttribute('srcset')).toContain(`${at('/images/tall.webp')}?w=640 640w`)
    expect(picture).toHaveAttribute('src', `${at('/images/tall.webp')}?w=960`)
    expect(picture.parentElement?.querySelector('source')?.getAttribute('srcset')).toContain(
      `${at('/images/wide.webp')}?w=1920 1920w`,
    )
    const group = within(screen.getByRole('group', { name: '1 of 1' }))
    expect(group.queryByRole('link')).toBeNull()
    expect(document.querySelector('.scrim-dark')).not.toBeNull()
  })
})

describe('the featured products', () => {
  const featured = (source: FeaturedSource) => show([{ ...FEATURED_SECTION, source, link: null }])

  it.each<[FeaturedSource, Record<string, string>]>([
    [{ kind: 'newest' }, { limit: '8' }],
    [{ kind: 'bestselling' }, { limit: '8', sort: 'bestselling' }],
    [
      { kind: 'category', name: 'Body & Bath' },
      { limit: '8', category: 'Body & Bath' },
    ],
    [
      { kind: 'brand', name: 'Nilmala' },
      { limit: '8', brand: 'Nilmala' },
    ],
  ])('of %o are listed by the server', async (source, expected) => {
    let asked: Record<string, string> = {}
    server.use(
      productList((params) => {
        asked = Object.fromEntries(params)
        return [makeProduct(1)]
      }),
    )
    featured(source)
    const section = within(await screen.findByRole('region', { name: 'Featured Deals' }))
    expect(await section.findAllByRole('article')).toHaveLength(1)
    expect(asked).toEqual(expected)
    expect(section.queryByRole('link', { name: 'View All Products' })).toBeNull()
  })

  it('that the owner chose are in that order, without those that are gone', async () => {
    server.use(
      http.get(at('/api/products/:id'), ({ params }) =>
        params.id === 'ARA-002'
          ? problem(404)
          : HttpResponse.json(makeProduct(Number(`${params.id}`.slice(4)))),
      ),
    )
    featured({ kind: 'chosen', productIds: ['ARA-003', 'ARA-002', 'ARA-001'] })
    const section = within(await screen.findByRole('region', { name: 'Featured Deals' }))
    await waitFor(() => expect(section.getAllByRole('article')).toHaveLength(2))
    expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Product 3',
      'Product 1',
    ])
  })
})
