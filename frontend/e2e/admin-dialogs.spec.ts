// Every dialog and drawer of the back-office: texts, accessibility, and the focus after keyboard use.
import type { Locator, Page } from '@playwright/test'
import {
  call,
  newCustomer,
  newOrder,
  newProduct,
  newReview,
  ownerToken,
  removeProduct,
  unique,
} from './shop-api'
import { answer, begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

/** Opens by Enter, passes the accessibility check, closes by Escape and returns the focus. */
async function expectGoodManners(page: Page, opener: Locator, dialog: Locator) {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('orders: the update form, its confirmation, and the details', async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  await open(page, `/admin/orders?q=${orderId}`)
  const opener = page.getByRole('button', { name: `Update ${orderId}` })
  const form = page.getByRole('dialog', { name: `Update order ${orderId}` })
  await expectGoodManners(page, opener, form)
  await opener.click()
  await expect(form.getByLabel('Status').getByRole('option')).toHaveText([
    'Processing',
    'Shipped',
    'Completed',
    'Cancelled',
  ])
  await form.getByLabel('Status').selectOption('shipped')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const confirmation = question(page, 'Confirm Update')
  await expect(confirmation).toContainText('Are you sure you want to update this order?')
  await expect(confirmation).toContainText('Status: Processing → Shipped')
  await expectSound(page)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()

  // A slip does not lose what was typed; Cancel means it.
  await page.keyboard.press('Escape')
  const slip = question(page, 'Leave without saving?')
  await expect(slip).toContainText(orderId)
  await expectSound(page)
  await slip.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Status')).toHaveValue('shipped')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(opener).toBeFocused()
  expect(
    (await call<{ status: string }>('GET', `/orders/${orderId}`, undefined, await ownerToken())).status,
  ).toBe('processing')

  const view = page.getByRole('button', { name: `View ${orderId}` })
  const details = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expectGoodManners(page, view, details)
  await view.click()
  for (const name of [
    'Order ID',
    'Status',
    'Order Date',
    'Payment ID',
    'Customer',
    'Shipping Address',
    'Notes',
  ]) {
    await expect(details.getByRole('term').filter({ hasText: name }).first()).toBeVisible()
  }
  await details.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})

test('customers: both confirmations name the e-mail', async ({ page }) => {
  const { email } = await newCustomer()
  await open(page, `/admin/customers?q=${email}`)
  await expectGoodManners(
    page,
    page.getByRole('button', { name: `Block ${email}` }),
    question(page, 'Confirm Block Action').filter({ hasText: email }),
  )
  await expectGoodManners(
    page,
    page.getByRole('button', { name: `Delete ${email}` }),
    question(page, 'Confirm Delete Action').filter({ hasText: email }),
  )
})

test('reviews: the confirmation names the e-mail', async ({ page }) => {
  const account = await newCustomer()
  await newReview(account, `Asked about, ${unique()}.`)
  await open(page, '/admin/reviews')
  await expectGoodManners(
    page,
    page.getByRole('button', { name: `Delete the review by ${account.email}` }),
    question(page, 'Confirm Deletion').filter({ hasText: account.email }),
  )
})

test('products: a conflict and unsaved changes', async ({ page }) => {
  const { productId } = await newProduct()
  await open(page, `/admin/products/updateProducts?product=${productId}`)
  await page.getByLabel('Description').fill('Mine.')
  const theirs = { ...(await call<object>('GET', `/products/${productId}`)), description: 'Theirs.' }
  await call('PUT', `/products/update/${productId}`, theirs, await ownerToken())
  await page.getByRole('button', { name: 'Update Product' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'changed by somebody else' })
  await expect(conflict.getByRole('row').filter({ hasText: 'Description' })).toContainText('Mine.Theirs.')
  await expectSound(page)

  await page.getByRole('link', { name: 'Cancel' }).click()
  const confirmation = question(page, 'Leave without saving?')
  await expect(confirmation).toBeVisible()
  await expectSound(page)
  await confirmation.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Mine.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await removeProduct(productId)
})

test('the layout: the account, the drawer, and the confirmation before the logout', async ({
  page,
  isMobile,
}) => {
  const owner = {
    type: 'admin',
    name: '',
    firstName: '',
    lastName: '',
    email: 'ama@example.com',
    profilePicture: '',
  }
  await answer(page, 'GET', /^\/users\/userdetail$/, 200, owner)
  await open(page, '/admin/customers')
  const menu = page.getByRole('button', { name: 'Menu' })
  if (isMobile) {
    await expect(page.getByRole('complementary')).toBeHidden()
    await expectGoodManners(page, menu, page.getByRole('dialog', { name: 'Menu' }))
    await menu.click()
  }
  const shell = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('complementary')
  await expect(shell.getByText('Admin', { exact: true })).toBeVisible()
  await expect(shell.getByText('ama@example.com')).toBeVisible()
  await expect(shell.getByRole('img', { name: 'Your profile' })).toBeVisible()
  await expect(shell.getByRole('link', { name: 'Customers' })).toHaveAttribute('aria-current', 'page')
  await shell.getByRole('button', { name: 'Logout' }).click()
  await expect(question(page, 'Confirm Logout')).toContainText('Are you sure you want to log out?')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(question(page, 'Confirm Logout')).toBeHidden()
})
