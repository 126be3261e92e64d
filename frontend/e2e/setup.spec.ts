// The set-up of a new shop: the printed link, the first steps, the first product. Each test has a shop of its own.
import { expectNoticeText } from './messages'
import { onNewShop } from './new-shop'
import { expect } from './shop-test'
import { expectSound } from './watched-page'

onNewShop('an owner sets up an empty shop and adds the first product', async ({ page, shop }) => {
  await page.goto(shop.link)
  await expect(page.getByRole('heading', { name: 'Set up your shop' })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/setup`)
  await expectSound(page)
  await page.getByRole('button', { name: 'Set up my shop' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('First Name').fill('Ayesha')
  await page.getByLabel('Last Name').fill('Silva')
  await page.getByLabel('Email').fill('owner@kiri.example')
  await page.getByLabel('Password', { exact: true }).fill('temple flowers at dusk')
  await page.getByLabel('Name of your shop').fill('Kiri Cosmetics')
  await page.getByRole('button', { name: 'Set up my shop' }).click()
  await expectNoticeText(page, 'Welcome to Kiri Cosmetics!')
  await expect(page).toHaveURL(`${shop.url}/admin`)

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('0 of 6 done.')).toBeVisible()
  await expectSound(page)
  await steps.getByRole('link', { name: /Add your first product/ }).click()
  // The dashboard has a button of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeVisible()
  await page.getByRole('button', { name: 'Help for this page' }).click()
  const help = page.getByRole('dialog', { name: 'Help: Adding and changing a product' })
  await expect(help.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help for this page' })).toBeFocused()
  await page.getByLabel('Product ID').fill('ROSE-50ML')
  await page.getByLabel('Product Name').fill('Rose water')
  await page.getByLabel('Description').fill('Distilled from roses of Nuwara Eliya.')
  await page.getByLabel('Price', { exact: true }).fill('1200')
  await page.getByLabel('Stock', { exact: true }).fill('10')
  await page.getByRole('button', { name: /^Add Product/ }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)

  await page.goto('/admin')
  await expect(steps.getByText('1 of 6 done.')).toBeVisible()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toBeHidden()
})

onNewShop('a used link leads to the login', async ({ page, shop }) => {
  const owner = {
    email: 'owner@kiri.example',
    firstName: 'Ayesha',
    lastName: 'Silva',
    password: 'temple flowers',
  }
  const token = new URLSearchParams(new URL(shop.link).hash.slice(1)).get('token')
  const data = { token, owner, shopName: 'Kiri', data: 'empty' }
  const answer = await page.request.post(`${shop.url}/api/setup`, { data })
  expect(answer.status()).toBe(200)
  await page.goto(shop.link)
  await expect(page.getByRole('alert')).toContainText('the shop has an owner already')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
})
