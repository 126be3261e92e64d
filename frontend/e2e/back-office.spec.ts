// Orders, customers and audit log, with two admins at work.
import type { Locator, Page } from '@playwright/test'
import { call, newCustomer, newOrder, newProduct, ownerToken, removeProduct } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

const stockOf = async ({ productId }: { productId: string }) =>
  (await call<{ stock: number }>('GET', `/products/${productId}`)).stock

async function openUpdate(page: Page, orderId: string) {
  await open(page, `/admin/orders?q=${orderId}`)
  await page.getByRole('button', { name: `Update ${orderId}` }).click()
  return page.getByRole('dialog', { name: `Update order ${orderId}` })
}

async function save(page: Page, form: ReturnType<Page['getByRole']>) {
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await question(page, 'Confirm Update').getByRole('button', { name: 'Update' }).click()
  await expect(question(page, 'Confirm Update')).toBeHidden()
}

test('an order cancelled in two windows at once returns to stock once', { tag: '@phone' }, async ({
  page,
}) => {
  const product = await newProduct({ stock: 3 })
  const orderId = await newOrder(await newCustomer(), { productId: product.productId, quantity: 2 })
  expect(await stockOf(product)).toBe(1)
  const other = await page.context().newPage()
  const windows = [page, other]
  const forms = await Promise.all(windows.map((window) => openUpdate(window, orderId)))
  for (const form of forms) {
    await form.getByLabel('Status').selectOption('cancelled')
    await expect(form.getByText('Its items go back into stock.')).toBeVisible()
  }
  await Promise.all(forms.map((form, place) => save(windows[place] as Page, form)))
  // The second save is refused with a notice of the first change.
  const changed = forms.map((form) => form.getByRole('alert', { name: 'This order was changed meanwhile' }))
  await expect
    .poll(async () => (await Promise.all(changed.map((notice) => notice.isVisible()))).filter(Boolean).length)
    .toBe(1)
  const second = (await changed[0]?.isVisible()) ? 0 : 1
  await expect(forms[1 - second] as Locator).toBeHidden()
  await expect(changed[second] as Locator).toContainText(/Status now\s*Cancelled/)
  expect(await stockOf(product)).toBe(3)
  for (const window of windows) await open(window, `/admin/orders?q=${orderId}`)

  await page.getByRole('button', { name: `View ${orderId}` }).click()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([/^Placed/, /Processing.*Cancelled.*owner@araliya\.example/])

  // Meanwhile another customer buys the units.
  await newOrder(await newCustomer(), { productId: product.productId, quantity: 2 })
  const form = await openUpdate(other, orderId)
  await form.getByLabel('Status').selectOption('processing')
  await expect(form.getByText('Its items are taken from stock again.')).toBeVisible()
  await save(other, form)
  await expect(form.getByRole('alert')).toContainText('so it stays cancelled')
  await expect(form.getByRole('alert')).toContainText(
    `${product.productName} (${product.productId}): 2 needed, 1 in stock`,
  )
  await expectSound(other)
  expect(await stockOf(product)).toBe(1)
  await other.close()
  await removeProduct(product.productId)
})

test('payment and notes are recorded and removed', { tag: '@phone' }, async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  let form = await openUpdate(page, orderId)
  await form.getByLabel('Payment ID').fill('PAY-1')
  await form.getByLabel('Notes').fill('Ring twice.')
  await save(page, form)
  await expect(form).toBeHidden()
  form = await openUpdate(page, orderId)
  await expect(form.getByLabel('Payment ID')).toHaveValue('PAY-1')
  await form.getByLabel('Payment ID').fill('')
  await form.getByLabel('Notes').fill('')
  await save(page, form)
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: `View ${orderId}` }).click()
  const details = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expect(details).toContainText('N/A')
  await expect(details).toContainText('No notes available')
  await expectSound(page)
})

test('an order has a printed packing slip', async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  const form = await openUpdate(page, orderId)
  await form.getByLabel('Notes').fill('Ring twice.')
  await save(page, form)
  // The notice about it is on the next page too, and must not cost a sheet of paper.
  await expect(
    page.getByLabel('Notices').getByRole('listitem').or(page.getByLabel('Notices').getByRole('dialog')),
  ).toBeVisible()
  await page.getByRole('link', { name: `Packing slip of ${orderId}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Packing slip' })).toBeVisible()
  await expect(page).toHaveTitle(`Packing slip ${orderId} — Araliya`)
  await expect(page.getByRole('cell', { name: 'ARA-SER-001' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('LKR')
  await expectSound(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeHidden()
  const ink = await page.locator('.print-sheet').evaluate((sheet) => {
    const { color, backgroundColor } = getComputedStyle(sheet)
    return [color, backgroundColor]
  })
  expect(ink).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // A4 in points, on a single sheet.
  expect(paper).toMatch(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
  expect(paper.match(/\/Type ?\/Page\b/g)).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  // Opened by its address, it has no list to go back to.
  await open(page, '/admin/mails')
  await open(page, `/admin/orders/packing-slip/${orderId}`)
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('dialog', { name: `Order ${orderId}` })).toBeVisible()
})

test('a customer opens with their orders, also by keyboard', async ({ page }) => {
  const customer = await newCustomer()
  const orders = [await newOrder(customer), await newOrder(customer)]
  await call('PUT', `/orders/${orders[0]}`, { status: 'cancelled' }, await ownerToken())
  await open(page, `/admin/customers?q=${customer.email}`)
  await page.getByRole('button', { name: customer.email, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Amaya Visitor' })
  await expect(dialog).toContainText('1 and 1 cancelled')
  await expect(dialog).toContainText('Showing 2 of 2 orders')
  await expect(dialog.getByRole('link')).toHaveText([...orders].reverse())
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: customer.email, exact: true })).toBeFocused()
  await page.getByRole('button', { name: customer.email, exact: true }).click()
  await dialog.getByRole('link', { name: orders[1] as string }).click()
  await expect(page.getByRole('dialog', { name: `Order ${orders[1]}` })).toBeVisible()
})

test('the audit log shows who blocked a customer, and can be filtered', async ({ page }) => {
  const { email } = await newCustomer()
  await call('PUT', '/users', { email, isBlocked: true }, await ownerToken())
  await open(page, '/admin/audit')
  await page.getByLabel('Search by product ID, email or order ID').fill(email.slice(0, -4))
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(page.getByText('Showing 1 of 1 changes')).toBeVisible()
  await expect(row).toContainText('owner@araliya.example')
  await expect(row).toContainText('Blocked')
  await expectSound(page)
  await row.getByRole('button', { name: `View what changed about ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: `User ${email}` })
  await expect(dialog.getByRole('table', { name: 'What changed' })).toContainText('Blocked?NoYes')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'All its changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/entity=user.*entityId=/)
  await page.getByLabel('Action').selectOption('Deleted')
  await expect(page.getByText('No changes found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all changes' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)
})

test('the layout links to the pages and to the profile', async ({ page }) => {
  await open(page, '/admin/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const shell = async () => {
    const menu = page.getByRole('button', { name: 'Menu' })
    if (!(await menu.isVisible())) return page.getByRole('complementary')
    await menu.click()
    return page.getByRole('dialog', { name: 'Menu' })
  }
  const work = ['Promotions', 'Orders', 'Calls', 'Payments', 'Returns', 'Refunds', 'Attention']
  const links = [
    'Dashboard',
    'Products',
    ...work,
    // Messages of other tests may be open.
    /^Messages(?:\d+ open)?$/,
    'Customers',
    'User Reviews',
    'Look',
    'Mails',
    'Audit log',
    'Staff',
    'Settings',
  ]
  await expect((await shell()).getByRole('navigation').getByRole('link')).toHaveText(links)
  if (await page.getByRole('dialog', { name: 'Menu' }).isVisible()) await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await (await shell()).getByRole('img', { name: 'Your profile' }).click()
  await expect(page).toHaveURL(/\/user$/)
})
