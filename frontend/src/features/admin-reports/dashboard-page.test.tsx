import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { asOwner } from '@/test/admin'
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

asOwner()

describe('the dashboard', () => {
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
