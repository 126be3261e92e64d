// The shop's notices: when they end, and what they may cover.
import type { Page } from '@playwright/test'
import { newProduct, ownerToken, removeProduct, SERUM } from './shop-api'
import { answer, begin, expect, question, test } from './shop-test'
import { boxOf, notices, SERUM_PAGE } from './storefront'
import { expectSound, open } from './watched-page'

test.describe('a notice', () => {
  test('closes on navigation, on another try and on success', async ({ page }) => {
    await open(page, '/contact')
    const send = page.getByRole('button', { name: 'Send Message' })
    const wrong = notices(page).getByText('Please fix the errors before submitting.')
    await send.click()
    await expect(wrong).toBeVisible()
    await page.getByLabel('Your Name').fill('Amaya')
    await page.getByLabel('Your Email').fill('amaya@example.com')
    await page.getByLabel('Message', { exact: true }).fill('Do you deliver to Jaffna?')
    await answer(page, 'POST', /^\/contact$/, 201, { message: 'ok' })
    await send.click()
    await expect(notices(page).getByText('Message sent successfully!')).toBeVisible()
    await expect(wrong).toBeHidden()

    await send.click()
    await expect(wrong).toBeVisible()
    // An error that the navigation raised stays.
    await page.waitForTimeout(400)
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
    await expect(wrong).toBeHidden({ timeout: 3000 })
  })

  test('covers neither the focus nor a control, and passes taps through', async ({ page, isMobile }) => {
    await open(page, '/contact')
    await page.getByRole('button', { name: 'Send Message' }).click()
    const notice = notices(page).getByRole('dialog').first()
    await expect(notice).toBeVisible()
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('aria-invalid', 'true')
    await expect
      .poll(async () => {
        const [above, below] = [await boxOf(notice), await boxOf(focused)]
        return above.bottom <= below.y || above.y >= below.bottom || above.x >= below.right
      })
      .toBe(true)
    const { x, y, width, height } = await boxOf(notice)
    const hit = await page.evaluate(
      ([left = 0, top = 0]) =>
        document.elementFromPoint(left, top)?.closest('[aria-label="Notices"]') ?? null,
      [x + width / 3, y + height / 2],
    )
    expect(hit).toBeNull()
    if (!isMobile) return
    // An error does not cover the open menu.
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(notice).toBeHidden({ timeout: 3000 })
  })
})

/** The top of the bar at the bottom of the window, or the window's height. */
const barTop = (page: Page) =>
  page.evaluate(() => {
    const isBar = (part: Element) => {
      const { position, bottom, visibility } = getComputedStyle(part)
      return position === 'sticky' && bottom === '0px' && visibility === 'visible'
    }
    const bars = [...document.querySelectorAll('main *')].filter(isBar)
    return Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top))
  })

/** The place of notices: below the header on wide windows, above the bars at the bottom on narrow ones. */
async function expectInPlace(page: Page, isMobile: boolean) {
  const notice = notices(page).getByRole('dialog').first()
  const distance = async () => {
    const box = await boxOf(notice)
    return isMobile
      ? (await barTop(page)) - box.bottom
      : box.y - (await boxOf(page.getByRole('banner'))).bottom
  }
  await expect(notice).toBeVisible()
  await expect.poll(distance).toBeGreaterThanOrEqual(4)
  await expect.poll(distance).toBeLessThan(isMobile ? 90 : 40)
}

test('notices have one place for each kind of window', async ({ page, isMobile }) => {
  await open(page, SERUM_PAGE)
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
  await question(page, 'Confirm Add to Cart').getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page, 'Confirm Add to Cart')).toBeHidden()
  await expectInPlace(page, isMobile)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()

  await open(page, '/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectInPlace(page, isMobile)
  await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
})

test('the page stays where it is when a notice comes and goes', async ({ page }) => {
  const product = await newProduct()
  await begin(page, { token: await ownerToken() })
  await open(page, `/admin/products/updateProducts?product=${product.productId}`)
  const stock = page.getByLabel('Stock', { exact: true })
  await stock.fill('3')
  await answer(page, 'PUT', /^\/products/, 503)
  const save = page.getByRole('button', { name: 'Update Product' })
  const places = async () => [(await boxOf(stock)).y, (await boxOf(save)).y]
  // Pressed by the keyboard: a click would scroll to the button first.
  await save.focus()
  const before = await places()
  await page.keyboard.press('Enter')
  await expect(notices(page).getByRole('dialog').first()).toBeVisible()
  await page.waitForTimeout(600)
  expect(await places()).toEqual(before)
  await notices(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices(page).getByRole('dialog')).toHaveCount(0)
  expect(await places()).toEqual(before)

  await page.unrouteAll()
  await save.click()
  const heading = page.getByRole('heading', { level: 1, name: 'Admin Products Page' })
  await expect(heading).toBeVisible()
  await expect(notices(page).getByRole('dialog').first()).toBeVisible()
  await page.waitForTimeout(600)
  const { y } = await boxOf(heading)
  await notices(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices(page).getByRole('dialog')).toHaveCount(0)
  expect((await boxOf(heading)).y).toBe(y)
  await removeProduct(product.productId)
})

test('a notice links to the cart after adding, and the bag shows the count', async ({ page }) => {
  await open(page, SERUM_PAGE)
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
  const dialog = question(page, 'Confirm Add to Cart')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('2')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(notices(page).getByText(`2 x ${SERUM.productName} added to cart successfully`)).toBeVisible()
  await expect(dialog).toBeHidden()
  // Announced once no dialog hides the header from screen readers.
  await expect(page.getByRole('banner').getByRole('status').filter({ hasText: 'Cart' })).toHaveText(
    'Cart: 2 items',
  )
  await expectSound(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await notices(page).getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('link', { name: SERUM.productName }).first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
})
