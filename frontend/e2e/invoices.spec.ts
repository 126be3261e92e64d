// Invoices and credit notes: issued, printed once, and again as a copy, on A4 and on the roll of a receipt printer.
import type { Page } from '@playwright/test'
import { call, newCustomer, newOrder, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

/** The pages of the paper that the browser prints, each with width and height in points. */
async function paperOf(page: Page): Promise<[number, number][]> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...paper.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(boxes).toHaveLength(paper.match(/\/Type ?\/Page\b/g)?.length ?? 0)
  return boxes.map(([, width, height]) => [Number(width), Number(height)])
}

/** One sheet of A4: 595 × 842 points. */
async function expectA4(page: Page) {
  const pages = await paperOf(page)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.[0]).toBeCloseTo(595, -1)
  expect(pages[0]?.[1]).toBeCloseTo(842, -1)
}

/** Notes what is on the sheet whenever the browser prints, instead of asking for a printer. */
const notePrints = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('.print-sheet')?.textContent ?? ''
      window.dispatchEvent(new Event('afterprint'))
    }
  })

const printed = (page: Page) => page.evaluate(() => document.body.dataset.printed ?? null)

test('an invoice is issued, printed, and printed again as a copy', async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  await begin(page, { token: await ownerToken() })
  await open(page, `/admin/orders?q=${orderId}&view=${orderId}`)
  const papers = page
    .getByRole('dialog', { name: `Order ${orderId}` })
    .getByRole('region', { name: 'Papers' })
  await papers.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByText(/^This order has no invoice yet/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Issue the invoice' }).click()
  const number = (await page.getByText(/^INV-\d{6}$/).textContent()) ?? ''
  await expect(page).toHaveTitle(`Invoice ${number} — Araliya`)
  await expect(page.getByText(/^Grand Total/).locator('..')).toHaveText(/^Grand TotalLKR\. [\d,]+\.\d\d$/)
  await expect(page.getByText('COPY')).toHaveCount(0)
  await expectSound(page)

  await notePrints(page)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => printed(page)).toContain(number)
  expect(await printed(page)).not.toContain('COPY')
  await page.getByRole('button', { name: 'Print a copy' }).click()
  await expect.poll(() => printed(page)).toContain('COPY')
  await expectA4(page)

  await page.getByRole('button', { name: 'Receipt 80 mm' }).click()
  await expectSound(page)
  const pages = await paperOf(page)
  expect(pages).toHaveLength(1)
  // 80 mm in points; a receipt is as long as its content.
  expect(pages[0]?.[0]).toBeCloseTo(226.8, 0)
  expect(pages[0]?.[1]).toBeLessThan(842)
  await page.getByRole('button', { name: 'A4', exact: true }).click()
  await page.getByRole('link', { name: /^Back/ }).click()
  await expect(papers.getByRole('link', { name: `Invoice ${number}` })).toBeVisible()
})

test('a customer prints their own invoice and its credit note', async ({ page }) => {
  const [customer, stranger] = [await newCustomer(), await newCustomer()]
  const orderId = await newOrder(customer)
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await expect(page.getByRole('heading', { name: 'What has happened' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invoice', exact: true })).toHaveCount(0)

  const token = await ownerToken()
  await call('POST', `/orders/${orderId}/fulfilment`, { step: 'packed' }, token)
  await page.reload()
  await page.getByRole('link', { name: /^Invoice INV-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
  await expectSound(page)
  await expectA4(page)
  const invoice = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${orderId}` })).toBeVisible()

  // A packed order is unpacked before it is cancelled: its invoice is credited.
  await call('PUT', `/orders/${orderId}`, { status: 'cancelled' }, token)
  await page.reload()
  await page.getByRole('link', { name: /^Credit note CRN-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Credit note' })).toBeVisible()
  await expect(page.getByText('Credited').locator('..')).toHaveText(/^CreditedLKR\. [\d,]+\.\d\d$/)
  await expectSound(page)
  await expectA4(page)

  await begin(page, { token: stranger.token })
  await open(page, invoice)
  await expect(page.getByText(/^This order has no invoice with the number INV-/)).toBeVisible()
  await expectSound(page)
})
