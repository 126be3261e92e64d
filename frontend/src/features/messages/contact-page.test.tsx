import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Content } from '@/api/types'
import { CONTENT } from '@/test/content'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, SHOP, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { embedUrl, mapPageUrl } from './map-addresses'

const withIdentity = (change: Partial<Content['identity']>) =>
  server.use(
    http.get(at('/api/content'), () =>
      HttpResponse.json({ ...CONTENT, identity: { ...CONTENT.identity, ...change } }),
    ),
  )

const main = async () => screen.findByRole('main')

describe('the contact page', () => {
  it('shows address and opening hours of the shop', async () => {
    renderApp('/contact')
    await screen.findByRole('heading', { name: 'Store Details' })
    for (const text of [SHOP.email, SHOP.address, SHOP.openingHours, 'Island-wide delivery']) {
      expect(await main()).toHaveTextContent(text)
    }
    expect(screen.getAllByRole('link', { name: SHOP.phone })[0]).toHaveAttribute('href', 'tel:+94112550142')
    // One in the page and one in the footer, which renders later.
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'About Us' })).toHaveLength(2))
  })

  it('loads the map only on request', async () => {
    const { user } = renderApp('/contact')
    expect(await screen.findByRole('img', { name: /Sri Lanka/ })).toBeVisible()
    expect(screen.queryByTitle(/^Map/)).toBeNull()
    expect(screen.getByRole('link', { name: /Open in OpenStreetMap/ })).toHaveAttribute(
      'href',
      mapPageUrl(SHOP.address),
    )
    await user.click(screen.getByRole('button', { name: 'Show map' }))
    expect(screen.getByTitle(`Map with ${SHOP.address}`)).toHaveAttribute('src', embedUrl())
  })

  it('shows no map of another place than the shop’s', async () => {
    const address = '1 Fort Road, Galle'
    withIdentity({ name: 'Lotus', address })
    renderApp('/contact')
    expect(await screen.findByRole('link', { name: /Open in OpenStreetMap/ })).toHaveAttribute(
      'href',
      mapPageUrl(address),
    )
    expect(screen.queryByRole('img', { name: /Sri Lanka/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
    await waitFor(() => expect(document.title).toBe('Contact — Lotus'))
  })

  it('shows the map of the shop’s point', async () => {
    const address = '1 Fort Road, Galle'
    const point = { latitude: 6.0267, longitude: 80.217 }
    withIdentity({ address, mapPoint: point })
    const { user } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Show map' }))
    const source = screen.getByTitle(`Map with ${address}`).getAttribute('src')
    expect(source).toBe(
      'https://www.openstreetmap.org/export/embed.html?layer=mapnik&bbox=80.207%2C6.0167%2C80.227%2C6.0367&marker=6.0267%2C80.217',
    )
    expect(screen.getByRole('link', { name: /Open in OpenStreetMap/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/?mlat=6.0267&mlon=80.217#map=16/6.0267/80.217',
    )
  })

  it('shows the owner’s texts, and no empty rows', async () => {
    const contact = {
      ...CONTENT.contact,
      title: 'Find us',
      intro: '',
      delivery: '',
      formHeading: 'Write to us',
      about: {
        type: 'doc' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Since 1990.' }] }],
      },
    }
    const identity = { ...CONTENT.identity, openingHours: '' }
    server.use(http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, identity, contact })))
    renderApp('/contact')
    expect(await screen.findByRole('heading', { level: 1, name: 'Find us' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Write to us' })).toBeVisible()
    expect(await main()).toHaveTextContent('Since 1990.')
    expect(within(await main()).queryByText('Delivery')).toBeNull()
    expect(within(await main()).queryByText('Opening hours')).toBeNull()
  })

  it('reports that the content cannot be loaded, and tries again', async () => {
    server.use(http.get(at('/api/content'), () => problem(500), { once: true }))
    const { user } = renderApp('/contact')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Store Details' })).toBeVisible()
  })

  it('limits the name to the shop’s limit', async () => {
    const { user } = renderApp('/contact')
    await user.click(await screen.findByLabelText('Your Name'))
    await user.paste('x'.repeat(101))
    await user.click(screen.getByRole('button', { name: 'Send Message' }))
    expect(await screen.findByText('Use at most 100 characters')).toBeVisible()
  })

  it('gives what somebody typed to nobody else', async () => {
    const first = renderApp('/contact')
    await first.user.type(await screen.findByLabelText('Message'), 'Where is my parcel?')
    first.unmount()
    act(() => beginSession(fakeToken()))
    const second = renderApp('/contact')
    expect(await screen.findByLabelText('Message')).toHaveValue('')
    second.unmount()
    act(() => endSession('expired'))
    renderApp('/contact')
    expect(await screen.findByLabelText('Message')).toHaveValue('Where is my parcel?')
  })

  it('keeps the input when the request fails', async () => {
    server.use(http.post(at('/api/contact'), () => problem(429, { message: 'Too many messages.' })))
    const { user } = renderApp('/contact')
    await user.type(await screen.findByLabelText('Your Name'), 'Nimal')
    await user.type(screen.getByLabelText('Your Email'), 'nimal@example.com')
    await user.type(screen.getByLabelText('Message'), 'Do you have this in red?')
    await user.click(screen.getByRole('button', { name: 'Send Message' }))
    await expectNotice('Too many messages.')
    expect(screen.getByLabelText('Message')).toHaveValue('Do you have this in red?')
  })
})
