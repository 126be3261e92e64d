import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeProduct, makeReview, productList } from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

const DEALS = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => makeProduct(n, { lastPrice: 900 * n }))
const part = (name: string) => screen.findByRole('region', { name })
const reviews = (count: number) =>
  http.get(at('/api/reviews'), () =>
    HttpResponse.json(Array.from({ length: count }, (_, n) => makeReview(n))),
  )

beforeEach(() => {
  server.use(
    productList((params) => (params.get('discounted') === 'true' ? DEALS : [])),
    reviews(5),
  )
})

describe('the home page', () => {
  it('features eight reduced products with all their fields, and the way to the rest', async () => {
    renderApp('/')
    const deals = within(await part('Featured Deals'))
    const cards = await deals.findAllByRole('article')
    expect(cards).toHaveLength(8)
    const first = within(cards[0] as HTMLElement)
    expect(cards[0]?.querySelector('img')).not.toBeNull()
    expect(first.getByRole('heading', { name: 'Product 1' })).toBeVisible()
    expect(first.getByText('ARA-001')).toBeVisible()
    expect(first.getByText('LKR. 900.00')).toBeVisible()
    expect(first.getByText('LKR. 1,000.00').closest('s')).not.toBeNull()
    expect(first.getByRole('link', { name: /^View Details/ })).toHaveAttribute(
      'href',
      '/products/productinfo/ARA-001',
    )
    expect(deals.getByRole('link', { name: 'View All Products' })).toHaveAttribute('href', '/products')
  })

  it('shows no deals without reduced products', async () => {
    server.use(productList(() => []))
    renderApp('/')
    await part('Customer Reviews')
    expect(await screen.findByText('Comment 0')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Featured Deals' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'View All Products' })).toBeNull()
  })

  it('has three reasons, eight brands in pages of four, six tips', async () => {
    renderApp('/')
    expect(within(await part('Why Choose Us')).getAllByRole('listitem')).toHaveLength(3)
    const partners = within(await part('Our Trusted Partners'))
    const pages = partners.getAllByRole('list')
    expect(pages.map((page) => within(page).getAllByRole('link').length)).toEqual([4, 4])
    const tips = within(await part('Skincare Tips'))
    expect(tips.getAllByRole('listitem')).toHaveLength(6)
    expect(tips.getByText('Sleep 7 to 8 hours')).toBeVisible()
    expect(tips.getByText(/SPF 30\+/)).toBeVisible()
  })

  it('pages through the brands', async () => {
    const { user } = renderApp('/')
    const partners = within(await part('Our Trusted Partners'))
    expect(partners.getByRole('button', { name: 'Previous brands' })).toBeDisabled()
    await user.click(partners.getByRole('button', { name: 'Next brands' }))
    expect(partners.getByRole('button', { name: 'Brands, page 2' })).toHaveAttribute('aria-current', 'true')
    expect(partners.getByRole('button', { name: 'Next brands' })).toBeDisabled()
  })

  it('shows five reviews and opens all of them', async () => {
    const { user } = renderApp('/')
    const section = within(await part('Customer Reviews'))
    expect(await section.findAllByRole('figure')).toHaveLength(5)
    expect(section.getAllByText('3 Nov 2026')).toHaveLength(5)
    await user.click(section.getByRole('button', { name: 'View Customer Reviews' }))
    expect(await screen.findByRole('dialog', { name: 'Customer Reviews' })).toBeVisible()
  })

  it('moves by arrows and dots, and exposes one slide at a time', async () => {
    const { user } = renderApp('/')
    const slider = within(await part('Highlights'))
    const slides = slider.getAllByRole('group', { hidden: true })
    expect(slides).toHaveLength(4)
    expect(
      slides.map((slide) => slide.querySelector('h2')?.parentElement?.querySelector('svg') != null),
    ).toEqual([true, false, false, false])
    const shown = () => slides.map((slide) => !slide.hasAttribute('inert'))
    expect(shown()).toEqual([true, false, false, false])
    await user.click(slider.getByRole('button', { name: 'Next slide' }))
    expect(shown()).toEqual([false, true, false, false])
    await user.click(slider.getByRole('button', { name: 'Slide 4' }))
    expect(shown()).toEqual([false, false, false, true])
    await user.click(slider.getByRole('button', { name: 'Next slide' }))
    await user.click(slider.getByRole('button', { name: 'Previous slide' }))
    expect(shown()).toEqual([false, false, false, true])
  })
})
