// An owner makes a promotion, and sees what it does before anybody else does.
import type { Page } from '@playwright/test'
import { newPromotion } from './promotions'
import { call, newProduct, ownerToken, SERUM, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

const SAVED = 'Promotion saved successfully!'
const PREVIEW = 'What a customer sees'

const preview = (page: Page) => page.getByRole('region', { name: PREVIEW })

/** Puts a product into the sample cart. */
async function sample(page: Page, name: string) {
  await preview(page).getByLabel('Add a product').fill(name)
  await preview(page)
    .getByRole('button', { name: `Add ${name}` })
    .click()
}

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

test('a coupon is tried on a sample cart, saved as a draft, and published', async ({ page }) => {
  const { productId, productName } = await newProduct({ price: 3000, stock: 9 })
  const name = `Offer ${unique()}`
  await open(page, '/admin/promotions')
  await page.getByRole('link', { name: 'Add a promotion' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('radio', { name: /^Customers with a code/ }).check()
  await page.getByRole('button', { name: 'Make a code' }).click()
  const code = await page.getByLabel('Code', { exact: true }).inputValue()
  expect(code).toMatch(/^[A-Z2-9]{8}$/)
  await page.getByLabel('Benefit').selectOption('Buy some, get some free')
  await page.getByRole('radio', { name: /^Only some goods/ }).check()
  const goods = page.getByRole('region', { name: 'Conditions' })
  await goods.getByRole('textbox', { name: 'Products' }).fill(productId)
  await goods.getByRole('button', { name: `Add ${productName}` }).click()
  // The sample begins with the chosen product, in the number that has a free one.
  await expect(preview(page).getByText('LKR. -3,000.00').first()).toBeVisible()
  await preview(page)
    .getByRole('button', { name: `One less of ${productName}` })
    .click()
  await expect(preview(page).getByText('LKR. -3,000.00')).toHaveCount(0)
  await sample(page, SERUM.productName)
  await expect(preview(page).getByText('LKR. 10,350.00').first()).toBeVisible()
  await preview(page)
    .getByRole('button', { name: `One more of ${productName}` })
    .click()
  await expect(preview(page).getByText(`${name} (${code})`).first()).toBeVisible()
  await expect(preview(page).getByText('LKR. -3,000.00').first()).toBeVisible()
  await expectSound(page)
  await page.getByLabel('First day').fill('2027-12-01')
  await page.getByLabel('Last day').fill('2027-12-31')
  await expect(page.getByText('From 1 Dec 2027 to 31 Dec 2027, both days included.')).toBeVisible()
  await page.getByRole('button', { name: 'Add the promotion' }).click()
  await expectToast(page, SAVED)
  await expect(page).toHaveURL(/\/admin\/promotions\/[\w-]{36}$/)
  await expect(page.getByText(`/?coupon=${code}`)).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await page.getByLabel('Active').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await expectSound(page)
  await open(page, '/admin/promotions?state=scheduled')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(
    'Buy 2 of 1 product, get 1 free',
  )
  await expectSound(page)
})

test('what is wrong stands at its field, and another save is not overwritten', async ({ page }) => {
  const name = `Steps ${unique()}`
  const steps = [{ from: 5000, percent: 5 }]
  const { promotionId, version } = await newPromotion({
    name,
    kind: 'automatic',
    benefit: 'steps',
    steps,
    active: false,
  })
  await open(page, `/admin/promotions/${promotionId}`)
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('From (LKR)').nth(1).fill('4000')
  await page.getByLabel('Percentage').nth(1).fill('10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Amounts and percentages must grow from step to step')).toBeFocused()
  await expectSound(page)
  await page.getByLabel('From (LKR)').nth(1).fill('10000')
  const body = { name: `${name} B`, kind: 'automatic', benefit: 'steps', steps, active: false, version }
  await call('PUT', `/admin/promotions/${promotionId}`, body, await ownerToken())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This promotion was changed by somebody else' })
  await expect(notice).toBeFocused()
  await expectSound(page)
  await notice.getByRole('button', { name: 'Save my changes' }).click()
  await expectToast(page, SAVED)
  const all = await call<{ promotionId: string; name: string; steps: object[] }[]>(
    'GET',
    '/admin/promotions',
    undefined,
    await ownerToken(),
  )
  expect(all.find((one) => one.promotionId === promotionId)).toMatchObject({
    name: `${name} B`,
    steps: [
      { from: 5000, percent: 5 },
      { from: 10000, percent: 10 },
    ],
  })
})
