// Messages of the back-office (spec.md §8).
import type { Page } from '@playwright/test'
import { expectNotice, expectNoticeText, expectSentence } from './messages'
import { newCustomer, newOrder, newOwnerSession, newReview, ownerToken, unique } from './shop-api'
import { answer, begin, confirmSession, expect, question, test } from './shop-test'
import { open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

test('a product is added, updated and deleted, each after a failure', async ({ page }) => {
  const mark = unique()
  const name = `Trial Mist ${mark}`
  await open(page, '/admin/products/addProducts')
  const add = page.getByRole('button', { name: 'Add Product' })
  await add.click()
  await expect(page.getByText('Product ID is required', { exact: true })).toBeVisible()
  await page.getByLabel('Product ID').fill('ARA-SER-001')
  await page.getByLabel('Product Name').fill(name)
  await page.getByLabel('Alternative Names').fill('Trial, Mist')
  await page.getByLabel('Price', { exact: true }).fill('1450.50')
  await page.getByLabel('Stock', { exact: true }).fill('0')
  await add.click()
  await expectNotice(page, 'The Product Was Not Added Due To An Error')
  await page.getByLabel('Product ID').fill(`TST-${mark}`)
  await add.click()
  await expectNotice(page, 'The Product Was Added Successfully')

  await open(page, `/admin/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Update ${name}` }).click()
  await expect(page.getByLabel('Product ID')).toBeDisabled()
  await expect(page.getByLabel('Alternative Names')).toHaveValue('Trial, Mist')
  await page.getByLabel('Description').fill('For trial.')
  await answer(page, 'PUT', /^\/products\/update\//, 500)
  const update = page.getByRole('button', { name: 'Update Product' })
  await update.click()
  await expectNotice(page, 'The Product Was Not Updated Due To An Error')
  await page.unrouteAll()
  await update.click()
  await expectNotice(page, 'The Product Was Updated Successfully')

  await open(page, `/admin/products?q=${encodeURIComponent(name)}`)
  await answer(page, 'DELETE', /^\/products\//, 500)
  const remove = async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = question(page, 'Confirm Deletion')
    await expect(dialog).toContainText(`Are you sure you want to delete ${name}?`)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
  }
  await remove()
  await expectNotice(page, 'Failed to delete the product.')
  await page.unrouteAll()
  await remove()
  await expectNotice(page, 'The product was deleted successfully')
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Products Page' })).toBeFocused()
})

async function saveOrder(page: Page, orderId: string) {
  const form = page.getByRole('dialog', { name: `Update order ${orderId}` })
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = question(page, 'Confirm Update')
  await expect(dialog).toContainText('Are you sure you want to update this order?')
  await dialog.getByRole('button', { name: 'Update' }).click()
}

test('an order is updated after a failure, and lists can be empty or fail', async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  await open(page, `/admin/orders?q=${orderId}`)
  await page.getByRole('button', { name: `Update ${orderId}` }).click()
  const form = page.getByRole('dialog', { name: `Update order ${orderId}` })
  await expect(form.getByLabel('Status')).toHaveValue('processing')
  await form.getByLabel('Status').selectOption('cancelled')
  await form.getByLabel('Notes').fill('Called off by phone.')
  await answer(page, 'PUT', /^\/orders\//, 500)
  await saveOrder(page, orderId)
  await expectNotice(page, 'Failed to update order. Please try again.')
  await expect(form.getByLabel('Notes')).toHaveValue('Called off by phone.')
  await page.unrouteAll()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await saveOrder(page, orderId)
  await expectNoticeText(page, ((await (await saved).json()) as { message: string }).message)
  await expect(page.getByRole('row').filter({ hasText: orderId })).toContainText(/cancelled/i)

  await open(page, '/admin/orders?q=no-such-order')
  await expectSentence(page, 'No orders found.')
  await answer(page, 'GET', /^\/orders$/, 503)
  await open(page, '/admin/orders')
  await expectNotice(page, 'Failed To Fetch Orders. Please Try Again')
})

test('a customer is blocked, unblocked and deleted, each after a failure', async ({ page }) => {
  await begin(page, { token: await newOwnerSession() })
  const { email } = await newCustomer()
  await open(page, `/admin/customers?q=${email}`)
  const ask = async (button: string, title: string, sentence: string) => {
    await page.getByRole('button', { name: `${button} ${email}`, exact: true }).click()
    await expect(question(page, title)).toContainText(sentence)
    await question(page, title).getByRole('button', { name: button, exact: true }).click()
    await expect(question(page, title)).toBeHidden()
  }
  const block = () => ask('Block', 'Confirm Block Action', `Are you sure you want to block ${email}?`)
  await answer(page, 'PUT', /^\/users$/, 500)
  await block()
  await expectNotice(page, 'Failed to update user status. Please try again.')
  await page.unrouteAll()
  await block()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Yes')
  await ask('Unblock', 'Confirm Block Action', `Are you sure you want to unblock ${email}?`)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('No')

  const remove = () => ask('Delete', 'Confirm Delete Action', `Are you sure you want to delete ${email}?`)
  await answer(page, 'DELETE', /^\/users$/, 500)
  await remove()
  await expectNotice(page, 'Failed to delete customer. Please try again.')
  await page.unrouteAll()
  const removed = remove()
  await confirmSession(page)
  await removed
  await expectNotice(page, 'The customer was successfully removed.')
  await expect(page.getByText('No customers found.')).toBeVisible()
})

test('a review is deleted after a failure', async ({ page }) => {
  const account = await newCustomer()
  await newReview(account, `To be removed, ${unique()}.`)
  await open(page, '/admin/reviews')
  const button = page.getByRole('button', { name: `Delete the review by ${account.email}` })
  const remove = async () => {
    await button.click()
    const dialog = question(page, 'Confirm Deletion')
    await expect(dialog).toContainText(account.email)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
  }
  await answer(page, 'DELETE', /^\/reviews\/delete\//, 500)
  await remove()
  await expectNotice(page, 'Failed to delete review. Please try again.')
  await page.unrouteAll()
  await remove()
  await expectNotice(page, 'Review deleted successfully')
  await expect(button).toBeHidden()
})

test('empty lists show their messages', async ({ page }) => {
  await answer(page, 'GET', /^\/users\/activity$/, 200, { activeUsers: [], recentLogins: [] })
  await answer(page, 'GET', /^\/reviews$/, 200, [])
  await page.route('**/api/admin/overview*', async (route) => {
    const response = await route.fetch()
    const none = { count: 0, products: [] }
    const alerts = { lowStock: none, outOfStock: none, replenishment: none }
    await route.fulfill({ response, json: { ...(await response.json()), recentOrders: [], alerts } })
  })
  await open(page, '/admin')
  await expectSentence(page, 'No active users')
  await expectSentence(page, 'No recent logins')
  await expectSentence(page, 'No low stock items.')
  await expectSentence(page, 'No out-of-stock items.')
  await expectSentence(page, 'No restocking needed.')
  await expectSentence(page, 'No recent orders found.')
  await open(page, '/admin/reviews')
  await expectSentence(page, 'No reviews available')
})
