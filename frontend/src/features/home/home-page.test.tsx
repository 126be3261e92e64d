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
  it('shows no deals without reduced products', async () => {
    server.use(productList(() => []))
    renderApp('/')
    await part('Customer Reviews')
    expect(await screen.findByText('Comment 0')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Featured Deals' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'View All Products' })).toBeNull()
  })

  it('pages through the brands', async () => {
    const { user } = renderApp('/')
    const partners = within(await part('Our Trusted Partners'))
    expect(partners.getByRole('button', { name: 'Previous brands' })).toBeDisabled()
    await user.click(partners.getByRole('button', { name: 'Next brands' }))
    expect(partners.getByRole('button', { name: 'Brands, page 2' })).toHaveAttribute('aria-current', 'true')
    expect(partners.getByRole('button', { name: 'Next brands' })).toBeDisabled()
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
