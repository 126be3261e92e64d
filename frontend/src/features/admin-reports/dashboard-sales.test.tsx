import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/api/session'
import { salesOf, signInAdmin } from '@/test/admin'
import { region, rowsIn, shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { ordersByStatus } from './queries'

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

describe('the sales on the dashboard', () => {
  it('draws the revenue with the former period, and shows the amounts', async () => {
    const before = { date: '2026-11-13', orders: 1, revenue: 800 }
    const sales = {
      points: [
        { date: '2026-11-19', orders: 0, revenue: 0 },
        { date: '2026-11-20', orders: 2, revenue: 1000.5 },
      ],
      total: 1000.5,
      previousPoints: [before, { ...before, date: '2026-11-14', revenue: 0 }],
      previousTotal: 800,
      growth: 25.06,
    }
    shop({ sales })
    const { user } = renderApp('/admin?days=7')
    const panel = within(await region('Revenue'))
    expect(
      await panel.findByRole('img', {
        name: 'Revenue of the last 7 days: LKR. 1,000.50, LKR. 800.00 in the 7 days before',
      }),
    ).toBeInTheDocument()
    expect(panel.getByText('25.06%')).toBeVisible()
    expect(panel.getByText('compared to LKR. 800.00 in the 7 days before')).toBeVisible()
    await user.click(panel.getByText('Show the numbers'))
    expect(rowsIn(panel.getByRole('table', { name: /^Revenue day by day/ }))).toEqual([
      ['20 Nov 2026', '2', 'LKR. 1,000.50', 'LKR. 0.00'],
      ['19 Nov 2026', '0', 'LKR. 0.00', 'LKR. 800.00'],
    ])
  })

  it('does not compare with a period without sales', async () => {
    const points = salesOf(7).points
    shop({ sales: { points, total: 500, previousPoints: points, previousTotal: 0, growth: 100 } })
    renderApp('/admin?days=7')
    const panel = within(await region('Revenue'))
    expect(await panel.findByText('Nothing was sold in the 7 days before.')).toBeVisible()
    expect(panel.queryByText('100.00%')).toBeNull()
    expect(panel.getByRole('img')).toHaveAccessibleName(/nothing in the 7 days before$/)
  })

  it('gives a status in the pie the colour that its badge has', () => {
    const orders = { processing: 1, shipped: 1, completed: 1, cancelled: 1, total: 4 }
    const colours = ordersByStatus({ orders }).map(({ label, colour }) => [label, colour])
    expect(colours).toEqual([
      ['Processing', 'warning'],
      ['Shipped', 'info'],
      ['Completed', 'success'],
      ['Cancelled', 'error'],
    ])
  })

  it('ignores an invalid period in the URL', async () => {
    const asked = shop()
    renderApp('/admin?days=365')
    expect(await screen.findByText('Nothing was sold in the last 30 days.')).toBeVisible()
    expect(asked).toEqual(['30'])
  })

  it('lists the best sellers, each with a link to its form', async () => {
    const best = { productId: 'ARA-1', name: 'Araliya Glow Serum', image: null, units: 12, revenue: 52200 }
    shop({ bestSellers: [best] })
    renderApp('/admin?days=90')
    const table = await screen.findByRole('table', { name: 'Best sellers of the last 90 days' })
    expect(rowsIn(table)).toEqual([['Araliya Glow SerumARA-1', '12', 'LKR. 52,200.0012 units']])
    expect(within(table).getByRole('link')).toHaveAttribute(
      'href',
      '/admin/products/updateProducts?product=ARA-1',
    )
  })
})
