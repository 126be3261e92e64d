// A new account: the mailed link confirms its e-mail address.
import { mailedLinks } from './mailbox'
import { newCustomer } from './shop-api'
import { expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test('a mailed link confirms the address by a press', async ({ page }) => {
  const { email } = await newCustomer()
  await expect.poll(() => mailedLinks(email, 'verify-email'), { timeout: 20_000 }).toHaveLength(1)
  const [link = ''] = mailedLinks(email, 'verify-email')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await expectSound(page)
})

test('a broken link says so', async ({ page }) => {
  await open(page, '/verify-email#token=broken')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or is not complete.')
  await expect(page.getByRole('link', { name: 'Log in for a new link' })).toBeVisible()
})
