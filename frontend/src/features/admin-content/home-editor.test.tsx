import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner, listAnswer, productOf } from '@/test/admin'
import { contentServer } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

type Section = { kind: string; isShown: boolean; [field: string]: unknown }

const sections = () => screen.findByRole('list', { name: 'Sections' })
const names = async () =>
  within(await sections())
    .getAllByRole('switch')
    .map((one) => one.getAttribute('aria-label')?.replace('Show ', ''))
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Opens the home page's editor; `saved` saves and answers the sections that were sent. */
async function openHome() {
  const { sent } = contentServer()
  const { user } = renderApp('/admin/look/home')
  await sections()
  const saved = async () => {
    await user.click(button('Save draft'))
    await expectNotice('The draft is saved.')
    const body = sent.at(-1)?.body.body as { sections: Section[] } | undefined
    return body?.sections ?? []
  }
  return { user, sent, saved }
}

asOwner(
  () => import('./document-page'),
  () => import('./rich-text-editor'),
)

describe('the sections of the home page', () => {
  it('are added once each, texts up to three times', async () => {
    const { user, saved } = await openHome()
    expect(screen.queryByRole('button', { name: 'Tips' })).toBeNull()
    await user.click(button('Reviews'))
    for (let count = 0; count < 3; count += 1) await user.click(button('Text'))
    expect(screen.queryByRole('button', { name: 'Reviews' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Text' })).toBeNull()
    await user.click(button('Remove Text 2'))
    await user.click(button('Remove Text 2'))
    expect(await names()).toEqual(['Large pictures', 'Title', 'Featured products', 'Tips', 'Reviews', 'Text'])
    for (const heading of screen.getAllByRole('textbox', { name: 'Heading' })) await user.type(heading, 'New')
    expect((await saved()).map(({ kind }) => kind)).toEqual([
      'hero',
      'title',
      'featured',
      'tips',
      'reviews',
      'text',
    ])
  })
})

describe('the slides', () => {
  it('have two pictures, and a text for them or none', async () => {
    const { user, saved } = await openHome()
    await user.click(button(/^Large pictures/))
    await user.click(button(/^Slide 2/))
    const [ours] = screen.getAllByText('Choose one of our pictures')
    await user.click(ours as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Wide picture: our picture 4', hidden: true }))
    const decorates = screen.getByRole('checkbox', { name: 'The pictures only decorate' })
    expect(decorates).toBeChecked()
    await user.click(decorates)
    await user.click(button('Save draft'))
    expect(await screen.findByText('Say what the pictures show, or that they only decorate')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'What the pictures show' }), 'A lotus')
    await user.selectOptions(screen.getByLabelText('Shade between picture and text'), 'Light')
    await user.click(screen.getByRole('checkbox', { name: 'Show a button' }))
    const [hero] = await saved()
    const slide = {
      wide: 'builtin:hero-4-wide',
      tall: 'builtin:hero-2-tall',
      alt: 'A lotus',
      scrim: 'light',
      link: null,
    }
    expect(hero).toMatchObject({ slides: [{}, slide] })
  })

  it('are at least one and at most six', async () => {
    const { user } = await openHome()
    await user.click(button(/^Large pictures/))
    for (let count = 0; count < 4; count += 1) await user.click(button('Add a slide'))
    expect(screen.getByText('6 of 6')).toBeVisible()
    expect(button('Add a slide')).toHaveAttribute('aria-disabled', 'true')
    await user.click(button('Add a slide'))
    expect(screen.getByText('6 of 6')).toBeVisible()
    for (let count = 0; count < 5; count += 1) await user.click(button('Remove Slide 1'))
    expect(screen.queryByRole('button', { name: 'Remove Slide 1' })).toBeNull()
    expect(button('Add a slide')).toHaveFocus()
  })
})

describe('the featured products', () => {
  it('follow a category or a brand in use', async () => {
    const { user, saved } = await openHome()
    await user.click(button(/^Featured products/))
    await user.selectOptions(screen.getByLabelText('Which products'), 'The newest of a brand')
    await user.click(button('Save draft'))
    expect(await screen.findByText('Choose a brand', { selector: 'p' })).toBeVisible()
    await user.selectOptions(await screen.findByLabelText('Brand'), 'Pinibindu')
    expect((await saved())[2]?.source).toEqual({ kind: 'brand', name: 'Pinibindu' })
  })

  it('are chosen by a search, at most eight, in order', async () => {
    const product = (number: number) =>
      productOf({ _id: `${number}`, productId: `P-${number}`, productName: `Balm ${number}` })
    server.use(
      http.get(at('/api/products/search/:text'), () => listAnswer([1, 2, 3, 4, 5, 6].map(product))),
      http.get(at('/api/products/:productId'), ({ params }) => {
        const number = Number(String(params.productId).slice(2))
        return HttpResponse.json(product(number))
      }),
    )
    const { user, saved } = await openHome()
    await user.click(button(/^Featured products/))
    await user.selectOptions(screen.getByLabelText('Which products'), 'Those that I choose')
    await user.type(screen.getByRole('textbox', { name: 'Search for a product to add' }), 'balm')
    await user.click(await screen.findByRole('button', { name: 'Add Balm 2' }))
    await user.click(await screen.findByRole('button', { name: 'Add Balm 1' }))
    expect(screen.getByText('2 of 8')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add Balm 1' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Move Balm 1 up' }))
    expect((await saved())[2]?.source).toEqual({ kind: 'chosen', productIds: ['P-1', 'P-2'] })
  })
})
