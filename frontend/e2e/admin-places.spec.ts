// Back restores a list's search, filter, number of pages and scroll position.
import type { Page } from '@playwright/test'
import { expectNotice } from './messages'
import { call, ownerToken, removeProduct, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

/** The list's scroll position: in its container on wide screens, of the page on narrow ones. */
const place = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.data-table')?.parentElement
    return Math.round((box?.scrollTop ?? 0) + window.scrollY)
  })

async function openDeep(page: Page, path: string, row: RegExp) {
  await open(page, path)
  const last = page
    .getByRole('row')
    .getByRole('button', { name: row })
    .or(page.getByRole('link', { name: row }))
  await expect(last.first()).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/pages=2/)
  await expect(page.getByText(/^Showing (?:[3-9]\d|1\d\d) of/)).toBeVisible()
  return last
}

test('saving a product returns to the search that found it', async ({ page }) => {
  const links = await openDeep(page, '/admin/products?sort=name', /^Update /)
  const link = links.nth(26)
  await link.scrollIntoViewIfNeeded()
  const before = await place(page)
  expect(before).toBeGreaterThan(500)
  await link.click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/sort=name&pages=2$/)
  await expect.poll(() => place(page)).toBe(before)

  await link.click()
  await expect(page.getByLabel('Product Name')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expectNotice(page, 'The Product Was Updated Successfully')
  await expect(page).toHaveURL(/sort=name&pages=2$/)
  // The page may move by the height of the notice, which covers nothing.
  await expect.poll(async () => Math.abs((await place(page)) - before)).toBeLessThan(120)

  // Another query starts at the top.
  await page.getByRole('button', { name: 'In stock' }).click()
  await expect(page).not.toHaveURL(/pages/)
  await expect(page.getByRole('row').nth(1)).toBeInViewport()
})

test('Back returns there too, also from a printed order', async ({ page }) => {
  const links = await openDeep(page, '/admin/orders?status=completed', /^Invoice of /)
  const link = links.nth(26)
  await link.scrollIntoViewIfNeeded()
  const before = await place(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/status=completed&pages=2$/)
  await expect.poll(() => place(page)).toBe(before)
  await link.click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(() => place(page)).toBe(before)
})

test('selecting an order number for copying does not open the order', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Text is marked with a mouse')
  await open(page, '/admin/orders')
  const number = page.getByRole('row').nth(1).locator('span').first()
  const { x, y, width, height } = (await number.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^ARA-/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/view=/)
  await page.getByRole('row').nth(2).getByRole('cell').nth(2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('column heads stay visible while a long list is scrolled', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Cards name every value')
  await open(page, '/admin/orders')
  const head = page.getByRole('columnheader', { name: 'Order ID' })
  const before = await head.boundingBox()
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  expect(await place(page)).toBeGreaterThan(0)
  await expect(head).toBeInViewport()
  const after = await head.boundingBox()
  const box = await page.locator('.data-table').locator('..').boundingBox()
  expect(Math.abs((after?.y ?? 0) - (box?.y ?? 0))).toBeLessThanOrEqual(2)
  expect(before?.x).toBe(after?.x)
})

test('the table of products scrolls in its box, and the column heads stay visible', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'Cards name every value')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin/products')
  const head = page.getByRole('columnheader', { name: 'Product ID' })
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  expect(await place(page)).toBeGreaterThan(300)
  await expect(head).toBeInViewport()
})

test('long names without spaces do not push columns out of the window', async ({ page }) => {
  const productId = `WIDE-${unique()}`
  const product = {
    productId,
    productName: `Wide Balm ${'of Ceylon '.repeat(18)}`,
    description: 'wide'.repeat(100),
  }
  await call('POST', '/products', { ...product, price: 123456.5, stock: 12345 }, await ownerToken())
  await open(page, `/admin/products?q=${productId}`)
  await expect(page.getByRole('row').filter({ hasText: productId })).toContainText('12,345')
  const hidden = await page.evaluate(() => {
    const box = document.querySelector('.data-table')?.parentElement
    return (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0)
  })
  expect(hidden).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await removeProduct(productId)
})
