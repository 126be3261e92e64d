import { expect, test } from '@playwright/test'
import { demoAccounts } from './demo-accounts'
import { closeSuggestions } from './shop-test'
import { expectSound, expectToast, logIn, open, watch } from './watched-page'

// The shop's main job, on the real server: a visitor finds a product, registers and orders it; the owner sees the order
// and ships it; the customer sees that it shipped.
test('from the first visit to a parcel on its way', async ({ browser, page }, info) => {
  test.setTimeout(120_000)
  const complaints = watch(page)
  const email = `visitor-${info.project.name}-${Date.now()}@example.com`
  const password = 'a long enough secret'

  await test.step('find a product by searching with a typo', async () => {
    await open(page, '/')
    await expectSound(page)
    await open(page, '/products')
    await page.getByPlaceholder('Search for products...').fill('ranawra')
    await expect(page).toHaveURL(/ranawra/)
    const card = page.getByRole('link', { name: /Ranawara Foaming Face Wash/ }).first()
    await expect(card).toBeVisible()
    await expectSound(page)
    await closeSuggestions(page)
    await card.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ranawara Foaming Face Wash' })).toBeVisible()
    await expect(page.getByText('In Stock', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('LKR. 1,450.00').first()).toBeVisible()
    await expectSound(page)
  })

  await test.step('put two into the cart', async () => {
    await page.getByRole('button', { name: 'Add To Cart' }).first().click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog.getByText('Confirm Add to Cart')).toBeVisible()
    await dialog.getByRole('button', { name: /increase|more|plus|add one/i }).click()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expectToast(page, '2 x Ranawara Foaming Face Wash added to cart successfully')
    await open(page, '/cart')
    await expect(page.getByText('LKR. 2,900.00').first()).toBeVisible()
    await expectSound(page)
  })

  await test.step('register and log in on the way to the checkout', async () => {
    await open(page, '/register')
    await expectSound(page)
    await page.getByLabel('First Name').fill('Amaya')
    await page.getByLabel('Last Name').fill('Visitor')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expectSound(page)
    await logIn(page, { email, password })
    await expect(page).not.toHaveURL(/\/login/)
  })

  let orderId = ''
  await test.step('check out', async () => {
    await open(page, '/cart')
    await page
      .getByRole('button', { name: 'Proceed to Checkout' })
      .or(page.getByRole('link', { name: 'Proceed to Checkout' }))
      .click()
    await expect(page).toHaveURL(/\/shipping/)
    await expect(page.getByText('LKR. 2,900.00').first()).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expectToast(page, 'Please fill in all shipping details.')
    await page.getByLabel('Full Name').fill('Amaya Visitor')
    await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
    await page.getByLabel('Phone Number').fill('+94 77 123 4567')
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/order-success/)
    await expectToast(page, 'Order placed successfully!')
    const thanks = (await page.getByRole('main').textContent()) ?? ''
    orderId = /ARA-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(thanks)?.[0] ?? ''
    expect(orderId).not.toBe('')
    await expectSound(page)
    await page.reload()
    await expect(page.getByRole('main')).toContainText(orderId)
  })

  await test.step('the owner sees the order and ships it', async () => {
    const { baseURL = '', viewport = null } = info.project.use
    const context = await browser.newContext({ baseURL, viewport })
    const office = await context.newPage()
    const officeComplaints = watch(office)
    await open(office, '/login')
    await logIn(office, demoAccounts().owner)
    await expect(office).toHaveURL(/\/admin/)
    await open(office, '/admin/orders')
    await expect(office.getByRole('heading', { name: 'Admin Orders Page' })).toBeVisible()
    await expect(office.getByText(orderId).first()).toBeVisible()
    await expectSound(office)
    await office.getByRole('button', { name: `Update ${orderId}` }).click()
    const form = office.getByRole('dialog').first()
    await expect(form.getByLabel('Status')).toHaveValue('processing')
    await form.getByLabel('Status').selectOption('shipped')
    await form.getByLabel('Notes').fill('Handed to the courier at noon.')
    await expectSound(office)
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(office.getByText('Are you sure you want to update this order?')).toBeVisible()
    await expectSound(office)
    await office
      .getByRole('alertdialog')
      .getByRole('button', { name: /confirm|update/i })
      .click()
    await expectToast(office, 'Order updated successfully!')
    expect(officeComplaints).toEqual([])
    await context.close()
  })

  await test.step('the customer sees that it shipped', async () => {
    await open(page, '/orders')
    await expect(page.getByText(orderId).first()).toBeVisible()
    await expect(page.getByText(/shipped/i).first()).toBeVisible()
    await expectSound(page)
    await page.getByText(orderId).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Handed to the courier at noon.')
    await expect(dialog).toContainText('Ranawara Foaming Face Wash')
    await expect(dialog).toContainText('LKR. 2,900.00')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toBeHidden()
  })

  expect(complaints).toEqual([])
})
