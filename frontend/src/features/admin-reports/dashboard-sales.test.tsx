import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asOwner, salesOf } from '@/test/admin'
import { region, shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { ordersByStatus } from './queries'

// jsdom has no canvas; what the charts show is in their labels and in the tables beside them.
vi.mock('react-chartjs-2', () => {
  const chart = ({ width, height, 'aria-label': label }: Record<string, string>) => (
    <canvas role="img" aria-label={label} width={width} height={height} />
  )
  return { Pie: chart, Line: chart }
})

asOwner()

describe('the sales on the dashboard', () => {
  it('does not compare with a period without sales', async () => {
    const points = salesOf(7).points
    shop({ sales: { points, total: 500, previousPoints: points, previousTotal: 0, growth: 100 } })
    renderApp('/admin?days=7')
    const panel = within(await region('Revenue'))
    expect(await panel.findByText('Nothing was sold in the 7 days before.')).toBeVisible()
    expect(panel.queryByText('100.00%')).toBeNull()
    expect(await panel.findByRole('img')).toHaveAccessibleName(/nothing in the 7 days before$/)
  })

  it('gives a status in the pie the colour that its badge has', () => {
    const orders = { processing: 1, shipped: 1, completed: 1, cancelled: 1, total: 4 }
    const colours = ordersByStatus(orders).map(({ label, colour }) => [label, colour])
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
})
