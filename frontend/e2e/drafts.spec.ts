// Drafts survive the end of a session and navigation.
import type { Page } from '@playwright/test'
import { expectNotice } from './messages'
import { type Account, call, newCustomer, newReview, SERUM, unique } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, logIn, open } from './watched-page'

const endSessionOf = ({ token }: Account) => call('POST', '/users/logout', undefined, token)
const reviews = (page: Page) => page.getByRole('dialog', { name: 'Customer Reviews' })

test('a new review survives the end of the session', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token })
  await open(page, '/')
  await page.getByRole('button', { name: 'View Customer Reviews' }).click()
  const comment = `Worth every rupee, ${unique()}.`
  await reviews(page).getByLabel('Rating').selectOption('4')
  await reviews(page).getByLabel('Comment').fill(comment)
  await endSessionOf(account)
  await reviews(page).getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'You must be logged in to submit a review.')
  await reviews(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, account)
  await expect(reviews(page).getByLabel('Comment')).toHaveValue(comment)
  await expect(reviews(page).getByLabel('Rating')).toHaveValue('4')
  await expectSound(page)
  await reviews(page).getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'Review submitted successfully!')
  await page.keyboard.press('Escape')
  await expect(reviews(page)).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

test('a changed review survives the end of the session', async ({ page }) => {
  const account = await newCustomer()
  await newReview(account, `As it was, ${unique()}.`)
  await begin(page, { token: account.token })
  await open(page, '/#reviews')
  await reviews(page).getByRole('button', { name: 'Edit Review' }).click()
  const comment = `As it is, ${unique()}.`
  await reviews(page).getByLabel('Comment').fill(comment)
  await endSessionOf(account)
  await reviews(page).getByRole('button', { name: 'Update Review' }).click()
  await expectNotice(page, 'You must be logged in to update a review.')
  await reviews(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, account)
  const form = reviews(page).getByRole('form', { name: 'Edit Your Review' })
  await expect(form.getByLabel('Comment')).toHaveValue(comment)
  await form.getByRole('button', { name: 'Update Review' }).click()
  await expectNotice(page, 'Review updated successfully!')
  await expect(reviews(page).getByRole('article').filter({ hasText: comment })).toBeVisible()
})

test('a changed profile survives the end of the session, without its password', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token })
  await open(page, '/user')
  // The last part of the page to ask the server: a call that finds the session ended leads to the login at once.
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByLabel('Update First Name').fill('Nadee')
  await page.getByLabel('Update Password').fill('another long secret')
  await page.getByLabel('Current Password').fill('a former secret')
  await endSessionOf(account)
  await page.getByRole('button', { name: 'Update User Details' }).click()
  await question(page, 'Confirm Update').getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fuser$/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
  await logIn(page, account)
  await expect(page).toHaveURL(/\/user$/)
  await expect(page.getByLabel('Update First Name')).toHaveValue('Nadee')
  await expect(page.getByLabel('Update Password')).toHaveValue('')
})

test('a checkout survives the end of the session', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token, cart: [{ productId: SERUM.productId, quantity: 1 }] })
  await open(page, '/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByLabel('Full Name').fill('Amaya Visitor')
  await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
  await endSessionOf(account)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectNotice(page, 'You need to log in to place an order.')
  await logIn(page, account)
  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByLabel('Shipping Address')).toHaveValue('14 Temple Road, Galle')
  await expect(page.getByLabel('Phone Number')).toHaveValue('+94 77 123 4567')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/order-success$/)
})

test('no other account gets a draft', async ({ page }) => {
  const [account, other] = [await newCustomer(), await newCustomer()]
  await begin(page, { token: account.token })
  await open(page, '/user')
  await page.getByLabel('Update First Name').fill('Nadee')
  await endSessionOf(account)
  await open(page, '/orders')
  await logIn(page, other)
  await expect(page).toHaveURL(/\/orders$/)
  await open(page, '/user')
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText(other.email)
  await expect(page.getByLabel('Update First Name')).toHaveValue('')
})

test('a message to the shop survives navigation and a reload', async ({ page }) => {
  await open(page, '/contact')
  await page.getByLabel('Message', { exact: true }).fill('Do you deliver to Jaffna?')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Do you deliver to Jaffna?')
  await page.reload()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Do you deliver to Jaffna?')
})
