import { expect, type Page } from '@playwright/test'
import { faultsOf } from './accessibility'
import { closeSuggestions, test } from './shop-test'

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-started', /./)
}

/** The address of the first product in the list. */
async function openFirstProduct(page: Page) {
  await open(page, '/products?inStock=true')
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(/productinfo/)
  await expect(page.getByText('In Stock', { exact: true })).toBeVisible()
}

test('the slides advance, and pause while the slider is in use', async ({ page, isMobile }) => {
  test.skip(isMobile, 'No mouse to point with')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  const slider = page.getByRole('region', { name: 'Highlights' })
  const first = slider.getByRole('button', { name: 'Slide 1', exact: true })
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(first).toHaveAttribute('aria-current', 'false', { timeout: 8000 })
  await slider.hover()
  const current = slider.locator('button[aria-current=true]')
  const held = await current.getAttribute('aria-label')
  await page.waitForTimeout(4500)
  await expect(current).toHaveAttribute('aria-label', held ?? '')
})

test('the slides do not move with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
})

test('searching, filtering and Back', async ({ page, isMobile }) => {
  await open(page, '/products')
  await page.getByPlaceholder('Search for products...').fill('serum')
  await expect(page).toHaveURL(/q=serum/)
  await expect(page.getByText(/products? for “serum”/)).toBeVisible()
  await closeSuggestions(page)
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'In stock' }).check()
  await expect(page).toHaveURL(/inStock=true/)
  if (isMobile) await page.getByRole('button', { name: /^Show/ }).click()
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(/productinfo/)
  await page.goBack()
  await expect(page.getByPlaceholder('Search for products...')).toHaveValue('serum')
  await expect(page).toHaveURL(/inStock=true/)
})

test('every filter shows its number of products', async ({ page, isMobile }) => {
  await open(page, '/products?q=rose')
  const results = page.getByText(/^\d+ products? for “rose”$/)
  await expect(results).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  const choice = page.getByRole('radio', { name: /^(?!All).*\d+$/ }).first()
  await expect(choice).toBeVisible()
  const name = await choice.evaluate((radio) => radio.closest('label')?.textContent ?? '')
  const count = Number(/(\d+)$/.exec(name)?.[1])
  expect(count).toBeGreaterThan(0)
  await choice.check()
  await expect(page).toHaveURL(/category=/)
  if (isMobile) await page.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByRole('article')).toHaveCount(count)
  await expect(
    page.getByText(count === 1 ? '1 product for “rose”' : `${count} products for “rose”`),
  ).toBeVisible()
})

test('an empty search offers other searches', async ({ page }) => {
  await open(page, '/products?q=qqxxzz&inStock=true')
  await expect(page.getByText('No products found.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Search without filters' }).click()
  await expect(page).toHaveURL(/\/products\?q=qqxxzz$/)
  await page.getByRole('main').getByRole('link', { name: 'Skincare', exact: true }).click()
  await expect(page).toHaveURL(/\/products\?category=Skincare$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('shades change the product in place', async ({ page }) => {
  await open(page, '/products/productinfo/ARA-LIP-002')
  await page.evaluate(() => Object.assign(window, { same: true }))
  const shades = page.getByRole('list', { name: 'Shades' })
  await shades.getByRole('link', { name: /Kurundu Brown/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kurundu Brown')
  await expect(page).toHaveURL(/ARA-LIP-003$/)
  await expect(shades.getByRole('link', { name: /Kurundu Brown/ })).toBeFocused()
  await expect(page).toHaveTitle(/Kurundu Brown/)
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a product can be found and read', async ({ page, isMobile }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(8)
    await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible()
    await page.goto('/products')
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page).toHaveURL(/after=/)
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByPlaceholder('Search for products...').fill('serum')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/products\?q=serum$/)
    await expect(page.getByText(/products? for “serum”/)).toBeVisible()
    if (!isMobile) {
      await page.getByRole('checkbox', { name: /^In stock/ }).check()
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await expect(page).toHaveURL(/q=serum.*inStock=true/)
    }
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await expect(page).toHaveURL(/productinfo/)
    await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
    await expect(page.getByText('In Stock', { exact: true })).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/LKR\. [\d,]+\.\d\d/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    const missing = await page.goto('/no/such/page')
    expect(missing?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Error - Page Not Found' })).toBeVisible()
  })
})

test('adding to the cart by keyboard', async ({ page }) => {
  await openFirstProduct(page)
  const add = page.getByRole('button', { name: 'Add To Cart' }).first()
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Add to Cart' })
  await expect(dialog).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^One more/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByText(/^2 x .+ added to cart successfully$/).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('the reviews open over the home page', async ({ page }) => {
  // Contrast can be checked only after the fade.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  const button = page.getByRole('button', { name: 'View Customer Reviews' })
  await button.click()
  await expect(
    page.getByRole('dialog', { name: 'Customer Reviews' }).getByRole('article').first(),
  ).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('a product page fits every width', { tag: '@phone' }, async ({ page }) => {
  await openFirstProduct(page)
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
    expect(fits, `${width} px`).toBe(true)
  }
})

test('the layout does not shift on the first view', async ({ page }) => {
  for (const path of ['/', '/products']) {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, path)
    await page.waitForTimeout(2500)
    const total = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    expect(total, path).toBeLessThan(0.02)
  }
})
