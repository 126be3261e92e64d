import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Waiting } from '@/api/types'
import { asOwner } from '@/test/admin'
import { region, shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { at, NOTHING_WAITS, server } from '@/test/server'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

const waits = (waiting: Partial<Waiting>) =>
  server.use(http.get(at('/api/admin/waiting'), () => HttpResponse.json({ ...NOTHING_WAITS, ...waiting })))

asOwner()

describe('what waits', () => {
  it('is on top of the dashboard, each a link to its list', async () => {
    shop()
    waits({ toPack: 12, slipsToCheck: 1, returns: 2, attention: 10_001, messages: 4 })
    renderApp('/admin')
    const panel = within(await region('What waits'))
    const links = await panel.findAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['To pack12', '/admin/orders?fulfilment=toPack'],
      ['To call0', '/admin/orders?toCall=true'],
      ['Slips to check1', '/admin/payments'],
      ['Returns2', '/admin/returns'],
      ['Refunds due0', '/admin/refunds'],
      ['Attention10,000+', '/admin/attention'],
      ['Messages4', '/admin/messages'],
      ['Low stock0', '/admin/products?show=low'],
    ])
    await region('Revenue & Financial Overview')
    const [first] = screen.getAllByRole('heading', { level: 2 })
    expect(first).toHaveTextContent('What waits')
  })

  it('has backups only where one failed or mails are held', async () => {
    shop()
    waits({ backups: 1 })
    renderApp('/admin')
    const panel = within(await region('What waits'))
    const link = await panel.findByRole('link', { name: /^Backups/ })
    expect(link).toHaveAttribute('href', '/admin/settings/backups')
  })

  it('is one line where nothing waits', async () => {
    shop()
    renderApp('/admin')
    const panel = within(await region('What waits'))
    expect(await panel.findByText('Nothing waits for you. Everything is done.')).toBeVisible()
    expect(panel.queryByRole('link')).toBeNull()
  })
})
