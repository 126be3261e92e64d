import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/features/auth/session'
import { listAnswer, orderOf, productOf, signInAdmin, userOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { countOf } from './queries'

// jsdom has no canvas; what the pie shows is in its label and in the table beside it.
vi.mock('react-chartjs-2', () => ({
  Pie: ({ width, height, 'aria-label': label }: Record<string, string>) => (
    <canvas role="img" aria-label={label} width={width} height={height} />
  ),
}))

const EMPTY = {
  orders: [] as object[],
  users: [] as object[],
  products: [] as object[],
  activity: { activeUsers: [] as object[], recentLogins: [] as object[] },
  revenue: { totalRevenue: 0, transactionsToday: 0, pendingRefunds: 0, weeklyGrowth: 0 },
}

function shop(data: Partial<typeof EMPTY>, counts: Record<string, string> = {}) {
  const { orders, users, products, activity, revenue } = { ...EMPTY, ...data }
  server.use(
    http.get(at('/api/orders'), ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      if (status === null) return listAnswer(orders)
      return HttpResponse.json([], { headers: { 'X-Total-Count': counts[status] ?? '0' } })
    }),
    http.get(at('/api/orders/revenue-stats'), () => HttpResponse.json(revenue)),
    http.get(at('/api/users'), () => listAnswer(users)),
    http.get(at('/api/users/activity'), () => HttpResponse.json(activity)),
    http.get(at('/api/products'), () => listAnswer(products)),
  )
}

const rowsIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children].map((cell) => [...cell.childNodes].map((node) => node.textContent).join('')),
    )
const region = (name: string) => screen.findByRole('region', { name })

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
    await within(figures).findByRole('heading', { name: 'Total Revenue' })
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

  it('divides orders, customers and products, in pies and in tables', async () => {
    shop(
      {
        users: [
          userOf(),
          userOf({ isBlocked: true }),
          userOf({ type: 'admin' }),
          userOf({ type: 'admin', isBlocked: true }),
        ],
        products: [productOf({ stock: 0 }), productOf({ stock: 5 }), productOf({ stock: 6 })],
      },
      { processing: '3', shipped: '1', completed: '10000+' },
    )
    renderApp('/admin/dashboard')
    const pie = await screen.findByRole('img', {
      name: 'Orders by status: Processing 3, Shipped 1, Completed 10000+, Cancelled 0',
    })
    expect(pie).toHaveAttribute('width', '200')
    expect(pie).toHaveAttribute('height', '200')
    expect(rowsIn(await screen.findByRole('table', { name: 'Orders by status' }))).toEqual([
      ['AProcessing', '3', '0%'],
      ['BShipped', '1', '0%'],
      ['CCompleted', '10000+', '100%'],
      ['DCancelled', '0', '0%'],
    ])
    expect(rowsIn(await screen.findByRole('table', { name: 'Customers by kind' }))).toEqual([
      ['AActive customers', '1', '25%'],
      ['BBlocked customers', '1', '25%'],
      ['CAdministrators', '2', '50%'],
    ])
    expect(rowsIn(await screen.findByRole('table', { name: 'Products by stock' }))).toEqual([
      ['AIn stock', '1', '33%'],
      ['BLow stock', '1', '33%'],
      ['COut of stock', '1', '33%'],
    ])
  })

  it('says what there is none of', async () => {
    shop({})
    renderApp('/admin')
    for (const text of [
      'No active users',
      'No recent logins',
      'No low stock items.',
      'No out-of-stock items.',
      'No restocking needed.',
      'No recent orders found.',
      'No orders yet',
    ])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('img', { name: /^Orders by status/ })).toBeNull()
  })

  it('names the products that need attention, each leading to its form', async () => {
    shop({
      products: [
        productOf({ _id: '1', productId: 'LOW', productName: 'Low Balm', stock: 2, totalSales: 30 }),
        productOf({ _id: '2', productId: 'OUT', productName: 'Gone Gloss', stock: 0 }),
      ],
    })
    renderApp('/admin')
    expect(await (await region('Low Stock')).textContent).toContain('Low Stock')
    expect(await within(await region('Low Stock')).findByText('2 left')).toBeVisible()
    expect(within(await region('Out of Stock')).getByText('Sold out')).toBeVisible()
    const replenish = within(await region('Stock Replenishment'))
    expect(replenish.getByText('2 days left')).toBeVisible()
    expect(replenish.getByRole('link', { name: /Low Balm/ })).toHaveAttribute(
      'href',
      '/admin/products/updateProducts?product=LOW',
    )
  })

  it('shows who is here and who was', async () => {
    shop({
      activity: {
        activeUsers: [{ email: 'ama@example.com', type: 'admin' }],
        recentLogins: [{ email: 'nimal@example.com', lastLogin: '2026-11-20T06:30:00Z' }],
      },
    })
    renderApp('/admin')
    expect(await (await screen.findByRole('list', { name: 'Active users' })).textContent).toBe(
      'ama@example.comAdmin',
    )
    expect(screen.getByRole('list', { name: 'Recent logins' })).toHaveTextContent(
      'nimal@example.com20 Nov 2026, 12:00 PM',
    )
  })

  it('lists the newest orders and leads to all of them', async () => {
    shop({ orders: [orderOf(), orderOf({ orderId: 'ARA-2', status: 'completed' })] })
    renderApp('/admin')
    const table = await screen.findByRole('table', { name: 'Recent orders, newest first' })
    expect(rowsIn(table)).toEqual([
      ['ARA-7K3M-Q9TX', 'Nimal Perera', 'Processing', 'LKR. 8,700.00'],
      ['ARA-2', 'Nimal Perera', 'Completed', 'LKR. 8,700.00'],
    ])
    expect(within(table).getByRole('link', { name: 'ARA-2' })).toHaveAttribute(
      'href',
      '/admin/orders?view=ARA-2',
    )
    expect(screen.getByRole('link', { name: 'View All Orders' })).toHaveAttribute('href', '/admin/orders')
  })

  it('shows the rest when a part fails, and tries that again', async () => {
    shop({})
    server.use(http.get(at('/api/orders/revenue-stats'), () => problem(500)))
    const { user } = renderApp('/admin')
    expect(await screen.findByText('We could not load the revenue.')).toBeVisible()
    expect(await screen.findByText('No recent orders found.')).toBeVisible()
    shop({})
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('LKR. 0.00')).toBeVisible()
  })
})

it('reads how many there are', () => {
  expect(countOf('x', '48')).toEqual({ label: 'x', count: 48, atLeast: false })
  expect(countOf('x', '10000+')).toEqual({ label: 'x', count: 10000, atLeast: true })
  expect(countOf('x', null)).toEqual({ label: 'x', count: 0, atLeast: false })
})
