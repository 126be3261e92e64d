// A forgotten password: the mailed link and its effect.
import { mailedLinks } from './mailbox'
import { expectNoticeText } from './messages'
import { newCustomer } from './shop-api'
import { expect, test } from './shop-test'
import { logIn, open } from './watched-page'

/** The links mailed to an address so far. */
const linksTo = (email: string): string[] => mailedLinks(email, 'reset-password')

test('a mailed link sets a new password, once', async ({ page }) => {
  const { email } = await newCustomer()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The former page has a field of this name too.
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  // The shop of the tests has no mail server: its mails are files.
  await expect(page.getByText('This shop is not connected to a mail server yet')).toBeVisible()
  await expect.poll(() => linksTo(email)).toHaveLength(1)
  const [link = ''] = linksTo(email)

  await page.goto(link)
  await page.getByLabel('New password').fill('a brand new secret')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expectNoticeText(page, 'Your password was changed. Please log in.')
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, { email, password: 'a brand new secret' })
  await expectNoticeText(page, 'Login successful')

  await page.goto(link)
  await page.getByLabel('New password').fill('yet another secret')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})
