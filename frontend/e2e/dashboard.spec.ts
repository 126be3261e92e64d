// The dashboard on the real server: what it says is what the API says, the period stays in the address, and an order that
// is placed meanwhile is there on the next visit.
import { type Account, call, newCustomer, newOrder, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

type Overview = {
  orders: { processing: number; total: number }
  sales: { points: { date: string; revenue: number }[]; total: number }
  bestSellers: { productId: string; name: string; units: number }[]
  alerts: { lowStock: { count: number }; replenishment: { count: number } }
}

const overview = async (days: number): Promise<Overview> =>
  call('GET', `/admin/overview?days=${days}`, undefined, await ownerToken())

test('the owner views the revenue of 7, 30 and 90 days', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin')
  const panel = page.getByRole('region', { name: 'Revenue', exact: true })
  await expect(panel.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
  await expect(panel.getByRole('img', { name: /^Revenue of the last 30 days: LKR\. / })).toBeVisible()
  await expect(panel.getByRole('status')).toHaveCount(0)
  await expectSound(page)

  for (const days of [7, 90]) {
    await panel.getByRole('button', { name: `${days} days` }).click()
    await expect(page).toHaveURL(new RegExp(`\\?days=${days}$`))
    await expect(
      panel.getByRole('img', { name: new RegExp(`^Revenue of the last ${days} days`) }),
    ).toBeVisible()
    const best = page.getByRole('table', { name: `Best sellers of the last ${days} days` })
    const answer = await overview(days)
    await expect(best.getByRole('row')).toHaveCount(answer.bestSellers.length + 1)
    await expect(best.getByRole('rowheader').first()).toContainText(
      answer.bestSellers[0]?.name ?? 'no best seller',
    )
    await panel.getByText('Show the numbers').click()
    await expect(panel.getByRole('table', { name: /^Revenue day by day/ }).getByRole('row')).toHaveCount(
      days + 1,
    )
    await expectSound(page)
    await panel.getByText('Show the numbers').click()
  }

  // The address alone brings the period back.
  await page.reload()
  await expect(panel.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('button', { name: '30 days' }).click()
  await expect(page).not.toHaveURL(/days/)
})

test('the period is chosen by the keyboard', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin')
  const week = page
    .getByRole('region', { name: 'Revenue', exact: true })
    .getByRole('button', { name: '7 days' })
  await week.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?days=7$/)
  await expect(week).toBeFocused()
  await expect(week).toHaveAttribute('aria-pressed', 'true')
})

test.describe('a new order', () => {
  let account: Account
  test.beforeEach(async () => {
    account = await newCustomer()
  })

  test('is counted and is first of the recent orders on the next visit', async ({ page }) => {
    await begin(page, { token: await ownerToken() })
    await open(page, '/admin')
    const recent = page.getByRole('table', { name: 'Recent orders, newest first' })
    await expect(recent).toBeVisible()
    const before = (await overview(30)).orders
    const number = await newOrder(account)
    // Other tests order, too.
    const { orders } = await overview(30)
    expect(orders.total).toBeGreaterThan(before.total)
    await page.reload()
    await expect(recent.getByRole('link', { name: number })).toBeVisible()
    const statuses = page.getByRole('table', { name: 'Orders by status' })
    const counted = statuses.getByRole('row').filter({ hasText: 'Processing' }).getByRole('cell').first()
    await expect
      .poll(async () => Number(((await counted.textContent()) ?? '').replace(',', '')))
      .toBeGreaterThan(before.processing)
    await recent.getByRole('link', { name: number }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/orders\\?.*view=${number}`))
  })
})
