// The shop's main job without a mouse: Tab, Enter and typing alone.
import type { Locator, Page } from '@playwright/test'
import { newCustomer, SERUM } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { open } from './watched-page'

/** Presses Tab until `target` has the focus; the focus must be visible there. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 90; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

test('from the home page to an order by keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have no Tab key')
  test.setTimeout(90_000)
  const account = await newCustomer()
  await begin(page, { token: account.token })
  await open(page, '/')
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()
  await tabTo(page, page.getByPlaceholder('Search for products...'))
  await page.keyboard.type('glow serum')
  await expect(page).toHaveURL(/q=glow/)
  const card = page.getByRole('article').filter({ hasText: SERUM.productName }).first()
  await press(card.getByRole('link').first())
  await expect(page.getByRole('heading', { level: 1, name: SERUM.productName })).toBeFocused()

  await press(page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first())
  const dialog = question(page, 'Confirm Add to Cart')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(dialog.getByRole('button', { name: /^One more/ }))
  await press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(dialog).toBeHidden()
  const bag = page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })
  await expect(bag).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page.getByRole('main').getByRole('link', { name: /^Cart/ }).last())
  await press(page.getByRole('button', { name: 'Proceed to Checkout' }))

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Amaya Visitor')
  await tabTo(page, page.getByLabel('Shipping Address'))
  await page.keyboard.type('14 Temple Road, Galle')
  await tabTo(page, page.getByLabel('Phone Number'))
  await page.keyboard.type('+94 77 123 4567')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
})

test('nothing moves where motion is unwanted', async ({ page }) => {
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
  await page.getByRole('button', { name: 'View Customer Reviews' }).click()
  await expect(page.getByRole('dialog', { name: 'Customer Reviews' })).toBeVisible()
  const longest = await page.evaluate(() => {
    const times = document.getAnimations().map((animation) => animation.effect?.getComputedTiming())
    return Math.max(0, ...times.map((timing) => Number(timing?.endTime ?? 0)))
  })
  expect(longest).toBeLessThanOrEqual(10)
})
