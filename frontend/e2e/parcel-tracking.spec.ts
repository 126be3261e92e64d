// Courier and tracking that are added, corrected and removed while the courier has the parcel, and what the customer sees of them.
import type { Page } from '@playwright/test'
import { call, newCustomer, newOrder, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

const SAVED = 'Parcel updated successfully!'

async function take(orderId: string, step: string, parcel: Record<string, string> = {}) {
  await call('POST', `/orders/${orderId}/fulfilment`, { step, ...parcel }, await ownerToken())
}

/** Presses the button of the form, and answers what was sent. */
async function save(page: Page): Promise<Record<string, unknown>> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /\/parcel$/.test(response.url()),
  )
  await page.getByRole('button', { name: 'Save tracking' }).click()
  return (await saved).request().postDataJSON()
}

test('tracking is added and corrected while the courier has the parcel', async ({ page, browser }) => {
  const customer = await newCustomer()
  const orderId = await newOrder(customer)
  await take(orderId, 'packed')
  await take(orderId, 'handedOver', { courier: 'Domex' })

  await begin(page, { token: await ownerToken() })
  await open(page, `/admin/orders?q=${customer.email}&view=${orderId}`)
  const dialog = page.getByRole('dialog', { name: `Order ${orderId}` })
  const form = dialog.getByRole('form', { name: 'Parcel' })
  const [courier, number, link] = [
    form.getByLabel('Courier'),
    form.getByLabel('Tracking number'),
    form.getByLabel('Tracking link'),
  ]
  const button = form.getByRole('button', { name: 'Save tracking' })
  await expect(courier).toHaveValue('Domex')
  await expect(button).toBeDisabled()
  await number.fill('D-100')
  await link.fill('http://domex.example/D-100')
  await button.click()
  await expect(link).toHaveAttribute('aria-invalid', 'true')
  await link.fill('https://domex.example/D-100')
  await expectSound(page)
  expect(await save(page)).toEqual({
    courier: 'Domex',
    trackingNumber: 'D-100',
    trackingUrl: 'https://domex.example/D-100',
    // The shop of the tests has no mail server.
    notify: false,
  })
  await expectToast(page, SAVED)
  await expect(button).toBeDisabled()

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await begin(theirs, { token: customer.token })
  await open(theirs, `/orders/${orderId}`)
  const parcel = theirs.getByRole('region', { name: 'Parcel' })
  const track = parcel.getByRole('link', { name: 'Track your parcel' })
  await expect(track).toHaveAttribute('href', 'https://domex.example/D-100')
  await expect(parcel.getByText('D-100')).toBeVisible()

  // The number was wrong, and the courier's page of it with it.
  await number.fill('D-1001')
  await link.fill('')
  expect(await save(page)).toEqual({ courier: 'Domex', trackingNumber: 'D-1001', notify: false })
  await expect(button).toBeDisabled()
  await expect(link).toHaveValue('')
  await open(theirs, `/orders/${orderId}`)
  await expect(parcel.getByText('D-1001')).toBeVisible()
  await expect(track).toHaveCount(0)
  await expectSound(theirs)
  await context.close()

  // A parcel that arrived meanwhile keeps its tracking.
  await number.fill('D-1002')
  await take(orderId, 'delivered')
  await button.click()
  await expectToast(page, 'This parcel is not on its way. Please check the order and try again.')
  const kept = await call<{ trackingNumber: string }>('GET', `/orders/${orderId}`, undefined, customer.token)
  expect(kept.trackingNumber).toBe('D-1001')
})
