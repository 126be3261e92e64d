import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/api/session'
import { listAnswer, orderOf, overviewOf, productOf, signInAdmin, signInStaff, userOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, NO_SECOND_FACTOR, NOTHING_WAITS, problem, server } from '@/test/server'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

const NONE = Object.fromEntries(Object.keys(NOTHING_WAITS).map((key) => [key, null]))

/** What the dashboard answers to a role: null for what it does not see. */
function dashboard(overview: object, waiting: object = {}) {
  const { days, ...figures } = overviewOf()
  const none = Object.fromEntries(Object.keys(figures).map((key) => [key, null]))
  server.use(
    http.get(at('/api/admin/overview'), () => HttpResponse.json({ days, ...none, ...overview })),
    http.get(at('/api/admin/waiting'), () => HttpResponse.json({ ...NONE, ...waiting })),
  )
}

const links = async () => {
  const sidebar = within(await screen.findByRole('navigation', { name: 'Back-office' }))
  return sidebar.getAllByRole('link').map((link) => link.textContent)
}

beforeAll(
  () =>
    Promise.all([
      import('./admin-layout'),
      import('./enrol-page'),
      import('@/features/admin-orders/orders-page'),
      import('@/features/admin-products/products-page'),
    ]),
  60_000,
)

beforeEach(() => endSession('logout'))

describe('the sidebar and the dashboard', () => {
  it('show fulfilment its own work', async () => {
    signInStaff('fulfilment')
    const { orders, recentOrders, alerts, products } = overviewOf()
    dashboard({ orders, recentOrders, alerts, products }, { toPack: 3, lowStock: 0 })
    renderApp('/admin')
    const panel = within(await screen.findByRole('region', { name: 'What waits' }))
    await waitFor(() =>
      expect(panel.getAllByRole('link').map((link) => link.textContent)).toEqual(['To pack3', 'Low stock0']),
    )
    expect(await links()).toEqual(['Dashboard', 'Products', 'Orders', 'Returns'])
    expect(screen.getByText('Fulfilment')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Recent Orders' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Revenue & Financial Overview' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'User Activity' })).toBeNull()
  })

  it('show content staff their products, and nothing that waits', async () => {
    signInStaff('content')
    const { products } = overviewOf()
    dashboard({ products })
    renderApp('/admin')
    expect(await screen.findByRole('heading', { name: 'Products by stock' })).toBeVisible()
    expect(await links()).toEqual(['Dashboard', 'Products', 'Look'])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What waits' })).toBeNull())
    expect(screen.queryByRole('heading', { name: 'Recent Orders' })).toBeNull()
  })
})

describe('a page that one may not open', () => {
  it.each([
    ['/admin/refunds', 'This page is for the roles Owner and Manager.'],
    ['/admin/settings/security', 'This page is for the role Owner.'],
    ['/admin/messages', 'This page is for the roles Owner, Manager and Support.'],
    ['/admin/products/import', 'This page is for the roles Owner and Manager.'],
  ])('says who may: %s', async (path, sentence) => {
    signInStaff('fulfilment')
    renderApp(path)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute('href', '/admin')
  })

  it('is refused as a sheet to print, too', async () => {
    signInStaff('content')
    renderApp('/admin/orders/invoice/ARA-7K3M-Q9TX')
    expect(
      await screen.findByText(/^This page is for the roles Owner, Manager, Fulfilment and/),
    ).toBeVisible()
  })
})

describe('a refusal of the server', () => {
  const DETAIL = 'This needs the role Owner or Manager.'
  const refused = () => problem(403, { code: 'auth.role_forbidden', message: DETAIL, roles: ['owner'] })

  it('of a list is reported with its reason', async () => {
    signInAdmin()
    server.use(http.get(at('/api/users'), refused))
    renderApp('/admin/customers')
    expect(await screen.findByText(DETAIL, { selector: '[role=alert] p' })).toBeVisible()
  })

  it('of a change is reported with its reason', async () => {
    signInAdmin()
    server.use(
      http.get(at('/api/users'), () => listAnswer([userOf()])),
      http.put(at('/api/users'), refused),
    )
    const { user } = renderApp('/admin/customers')
    await user.click(await screen.findByRole('button', { name: 'Block nimal@example.com' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Block' }))
    await expectNotice(DETAIL)
  })

  it('for want of a second factor leads to its set-up', async () => {
    signInAdmin()
    let enabled = false
    server.use(
      http.get(at('/api/admin/messages'), () =>
        enabled ? listAnswer([]) : problem(403, { code: 'auth.second_factor_required', message: 'No.' }),
      ),
      http.get(at('/api/users/security'), () => HttpResponse.json(NO_SECOND_FACTOR)),
      http.post(at('/api/users/second-factor'), () =>
        HttpResponse.json({
          secret: 'JBSWY3DP',
          uri: 'otpauth://totp/x',
          qr: { size: 25, path: 'M0 0h1v1h-1z' },
        }),
      ),
      http.post(at('/api/users/second-factor/enable'), () => {
        enabled = true
        return HttpResponse.json({ recoveryCodes: ['k7m2-9qtx'] })
      }),
    )
    const { user } = renderApp('/admin/messages')
    expect(await screen.findByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
    expect(screen.getByText(/^The owner of this shop asks for a second factor/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await user.type(await screen.findByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await user.click(await screen.findByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('No open messages')).toBeVisible()
  })
})

describe('buttons', () => {
  const order = orderOf({ payment: { ...orderOf().payment, charged: 8700, held: 8700, amountDue: 0 } })
  const orders = () =>
    server.use(
      http.get(at('/api/orders'), () => listAnswer([order])),
      http.get(at('/api/orders/:id'), () => HttpResponse.json(order)),
      http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    )
  const statuses = async () => {
    const field = await screen.findByLabelText('Status')
    return within(field)
      .getAllByRole('option')
      .map((option) => option.textContent)
  }

  it('of money and cancelling are absent for fulfilment', async () => {
    signInStaff('fulfilment')
    orders()
    const { user } = renderApp(`/admin/orders?view=${order.orderId}`)
    const dialog = within(await screen.findByRole('dialog', { name: `Order ${order.orderId}` }))
    expect(await dialog.findByRole('region', { name: 'Next step' })).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Record a payment' })).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Refund' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Update' }))
    expect(await statuses()).toEqual(['Processing', 'Shipped', 'Completed'])
    expect(screen.queryByLabelText(/^Payment ID/)).toBeNull()
    expect(screen.queryByLabelText('Payment refunded')).toBeNull()
  })

  it('let support cancel, and not pack', async () => {
    signInStaff('support')
    orders()
    const { user } = renderApp(`/admin/orders?view=${order.orderId}`)
    const dialog = within(await screen.findByRole('dialog', { name: `Order ${order.orderId}` }))
    await user.click(await dialog.findByRole('button', { name: 'Update' }))
    expect(dialog.queryByRole('region', { name: 'Next step' })).toBeNull()
    expect(await statuses()).toEqual(['Processing', 'Cancelled'])
  })

  it('of products are those of the role', async () => {
    signInStaff('fulfilment')
    server.use(http.get(at('/api/products'), () => listAnswer([productOf()])))
    renderApp('/admin/products')
    expect(await screen.findByRole('button', { name: /^Adjust the stock of/ })).toBeVisible()
    for (const name of ['Import', 'Add Product', /^Update /])
      expect(screen.queryByRole('link', { name })).toBeNull()
    for (const name of ['Export', /^Delete /]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('leave content staff the texts: prices, stock and weight are read only, and sent as they are', async () => {
    signInStaff('content')
    const product = productOf()
    let sent: Record<string, unknown> = {}
    server.use(
      http.get(at('/api/products/:id'), () => HttpResponse.json(product)),
      http.put(at('/api/products/update/:id'), async ({ request }) => {
        sent = (await request.json()) as Record<string, unknown>
        return HttpResponse.json({ message: 'ok', product })
      }),
      http.get(at('/api/products'), () => listAnswer([product])),
    )
    const { user } = renderApp(`/admin/products/updateProducts?product=${product.productId}`)
    const price = await screen.findByLabelText('Price')
    for (const label of ['Price', /^Last Price/, 'Stock', /^Weight/])
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
    expect(
      screen.getByText('Prices, stock and weight are changed by the roles Owner and Manager.'),
    ).toBeVisible()
    await user.type(price, '9')
    await user.type(screen.getByLabelText('Product Name'), ' No. 2')
    await user.click(screen.getByRole('button', { name: 'Update Product' }))
    await expectNotice('The Product Was Updated Successfully')
    expect(sent).toMatchObject({
      price: 4850,
      lastPrice: 4350,
      stock: 64,
      productName: 'Araliya Glow Serum No. 2',
    })
  })

  it('of accounts: support blocks customers, and leaves staff and deleting to others', async () => {
    signInStaff('support')
    server.use(
      http.get(at('/api/users'), () =>
        listAnswer([
          userOf(),
          { ...userOf({ _id: '3', email: 'owner@example.com', type: 'admin' }), role: 'owner' },
        ]),
      ),
    )
    renderApp('/admin/customers')
    expect(await screen.findByRole('button', { name: 'Block nimal@example.com' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Block owner@example.com' })).toBeNull()
    expect(screen.getByRole('row', { name: /owner@example\.com/ })).toHaveTextContent('Owner')
  })

  it('are all there for roles of a former release’s answer', async () => {
    signInAdmin()
    server.use(http.get(at('/api/products'), () => listAnswer([productOf()])))
    renderApp('/admin/products')
    expect(await screen.findByRole('link', { name: 'Add Product' })).toBeVisible()
    expect(await links()).toHaveLength(17)
  })
})
