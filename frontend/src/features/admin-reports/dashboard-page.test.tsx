import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/api/session'
import { signInAdmin, stockAlertOf } from '@/test/admin'
import { region, rowsIn, shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

// jsdom has no canvas; what the charts show is in their labels and in the tables beside them.
vi.mock('react-chartjs-2', () => {
  const chart = ({ width, height, 'aria-label': label }: Record<string, string>) => (
    <canvas role="img" aria-label={label} width={width} height={height} />
  )
  return { Pie: chart, Line: chart }
})

beforeEach(() => {
  endSession('logout')
  signInAdmin()
})

describe('the dashboard', () => {
  it('shows the four figures', async () => {
    shop({
      revenue: { totalRevenue: 48250.5, transactionsToday: 7, pendingRefunds: 2, weeklyGrowth: -12.3 },
    })
    renderApp('/admin')
    const figures = await region('Revenue & Financial Overview')
    expect(
      within(figures)
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.closest('.rounded-card')?.textContent),
    ).toEqual([
      'Total RevenueLKR. 48,250.50Today',
      'Weekly Growth-12.30%Compared to last week',
      'Transactions7Processed today',
      'Pending Refunds2Awaiting processing',
    ])
  })

  it('shows the growth of the week as the server counts it, also after a week without revenue', async () => {
    shop({ revenue: { totalRevenue: 0, transactionsToday: 0, pendingRefunds: 0, weeklyGrowth: 100 } })
    renderApp('/admin')
    expect(await region('Revenue & Financial Overview')).toHaveTextContent(
      'Weekly Growth100.00%Compared to last week',
    )
  })

  it('shows orders, customers and products by kind in pies and tables', async () => {
    shop({
      orders: { processing: 3, shipped: 1, completed: 12000, cancelled: 0, total: 12004 },
      customers: { active: 1, blocked: 1, administrators: 2, total: 4 },
      products: { inStock: 1, lowStock: 1, outOfStock: 1, total: 3 },
    })
    renderApp('/admin/dashboard')
    const pie = await screen.findByRole('img', {
      name: 'Orders by status: Processing 3, Shipped 1, Completed 12,000, Cancelled 0',
    })
    expect(pie).toHaveAttribute('width', '200')
    expect(pie).toHaveAttribute('height', '200')
    expect(rowsIn(screen.getByRole('table', { name: 'Orders by status' }))).toEqual([
      ['AProcessing', '3', '<1%'],
      ['BShipped', '1', '<1%'],
      ['CCompleted', '12,000', '>99%'],
      ['DCancelled', '0', '0%'],
    ])
    expect(rowsIn(screen.getByRole('table', { name: 'Customers by kind' }))).toEqual([
      ['AActive customers', '1', '25%'],
      ['BBlocked customers', '1', '25%'],
      ['CAdministrators', '2', '50%'],
    ])
    expect(rowsIn(screen.getByRole('table', { name: 'Products by stock' }))).toEqual([
      ['AIn stock', '1', '33%'],
      ['BLow stock', '1', '33%'],
      ['COut of stock', '1', '33%'],
    ])
  })

  it('names each empty list', async () => {
    shop()
    renderApp('/admin')
    for (const text of [
      'No active users',
      'No recent logins',
      'No low stock items.',
      'No out-of-stock items.',
      'No restocking needed.',
      'No recent orders found.',
      'No orders yet',
      'Nothing was sold in the last 30 days.',
    ])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('img', { name: /^Orders by status/ })).toBeNull()
  })

  it('lists products that need attention, each with a link to its form', async () => {
    shop({
      alerts: {
        lowStock: {
          count: 431,
          products: [stockAlertOf({ productId: 'LOW', name: 'Low Balm', stock: 2 })],
        },
        outOfStock: {
          count: 1,
          products: [stockAlertOf({ productId: 'OUT', name: 'Gone Gloss', stock: 0 })],
        },
        replenishment: {
          count: 3,
          products: [
            stockAlertOf({ productId: 'OUT', name: 'Gone Gloss', stock: 0, days: 0 }),
            stockAlertOf({ productId: 'LOW', name: 'Low Balm', days: 2 }),
            stockAlertOf({ productId: 'ONE', name: 'Last Balm', days: 1 }),
          ],
        },
      },
    })
    renderApp('/admin')
    const low = within(await region('Low Stock'))
    expect(low.getByText('2 left')).toBeVisible()
    expect(low.getByRole('link', { name: 'Low Stock: all 431 products' })).toHaveAttribute(
      'href',
      '/admin/products?show=low',
    )
    expect(low.getByText('The 1 most pressing of 431 are listed.')).toBeVisible()
    const out = within(await region('Out of Stock'))
    expect(out.getByText('Sold out')).toBeVisible()
    expect(out.getByRole('link', { name: 'Out of Stock: all 1 product' })).toHaveAttribute(
      'href',
      '/admin/products?show=out',
    )
    expect(out.queryByText(/most pressing/)).toBeNull()
    const replenish = within(await region('Stock Replenishment'))
    expect(replenish.getAllByText(/ left$/).map((note) => note.textContent)).toEqual([
      '0 days left',
      '2 days left',
      '1 day left',
    ])
    expect(replenish.getByRole('link', { name: /all 3 products/ })).toHaveAttribute(
      'href',
      '/admin/products?show=replenish',
    )
    expect(replenish.getByRole('link', { name: /Low Balm/ })).toHaveAttribute(
      'href',
      '/admin/products/updateProducts?product=LOW',
    )
  })

  it('reports outdated figures', async () => {
    shop({ products: { inStock: 7, lowStock: 0, outOfStock: 0, total: 7 } })
    const { client } = renderApp('/admin')
    await region('Revenue')
    expect(screen.queryByText('Could not be refreshed')).toBeNull()
    server.use(http.get(at('/api/admin/overview'), () => problem(500)))
    await act(() => client.refetchQueries({ queryKey: ['overview'] }))
    expect(await screen.findByText('Could not be refreshed')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Products by stock' })).toHaveTextContent('7')
    shop()
    await act(() => client.refetchQueries({ queryKey: ['overview'] }))
    await waitFor(() => expect(screen.queryByText('Could not be refreshed')).toBeNull())
  })

  it('shows the other parts when one fails, and retries that part', async () => {
    shop()
    server.use(http.get(at('/api/admin/overview'), () => problem(500)))
    const { user } = renderApp('/admin')
    expect(await screen.findByText("We could not load the shop's figures.")).toBeVisible()
    expect(await screen.findByText('No active users')).toBeVisible()
    shop()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No recent orders found.')).toBeVisible()
  })
})
