import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Content } from '@/api/types'
import { CONTENT } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, SHOP, server } from '@/test/server'
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
})
