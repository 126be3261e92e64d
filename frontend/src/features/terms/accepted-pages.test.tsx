import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import { HERE, openShop } from '@/test/checkout'
import { CONTENT } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const PAGES = [
  { slug: 'about', title: 'About us' },
  { slug: 'delivery-returns', title: 'Delivery and returns' },
  { slug: 'privacy', title: 'Privacy' },
  { slug: 'terms', title: 'Terms of sale' },
]

const withPages = (pages: typeof PAGES) =>
  server.use(http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, pages })))

beforeEach(openShop)

it('says at the checkout what is accepted, with links that leave the form open', async () => {
  withPages(PAGES)
  beginSession(fakeToken())
  renderApp(HERE)
  const said = await screen.findByText(/^By ordering you accept/)
  expect(said).toHaveTextContent(
    'By ordering you accept Terms of sale and Delivery and returns. What we keep of you: Privacy.',
  )
  const links = ['Terms of sale', 'Delivery and returns', 'Privacy'].map((name) =>
    screen.getAllByRole('link', { name }).find((link) => said.contains(link)),
  )
  expect(links.map((link) => [link?.getAttribute('href'), link?.getAttribute('target')])).toEqual([
    ['/pages/terms', '_blank'],
    ['/pages/delivery-returns', '_blank'],
    ['/pages/privacy', '_blank'],
  ])
})

it('says so at the registration, with what is published', async () => {
  withPages(PAGES.filter(({ slug }) => slug === 'privacy'))
  renderApp('/register')
  expect(await screen.findByText(/^What we keep of you:/)).toHaveTextContent('What we keep of you: Privacy.')
  expect(screen.queryByText(/you accept/)).toBeNull()
})

it('says nothing where nothing is published', async () => {
  renderApp('/register')
  await screen.findByRole('button', { name: 'Create Account' })
  expect(screen.queryByText(/you accept|What we keep/)).toBeNull()
})
