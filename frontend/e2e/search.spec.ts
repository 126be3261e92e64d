// The search boxes' suggestions: keyboard, touch, narrow windows, and searches that are answered with another text.
import type { Page } from '@playwright/test'
import { ownerToken, SERUM } from './shop-api'
import { answer, begin, expect, test } from './shop-test'
import { boxOf, fits, withProduct } from './storefront'
import { expectSound, open } from './watched-page'

const box = (page: Page) => page.getByPlaceholder('Search for products...')
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })

/** The text of the option that the focused box names as active. */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.textContent ?? null
  })

test.describe('by keyboard alone', () => {
  test.beforeEach(({ isMobile }) => test.skip(isMobile, 'Phones have no arrow keys'))

  test('a product is found and opened, and the search is kept', async ({ page }) => {
    await open(page, '/products')
    await box(page).focus()
    await expect(list(page)).toBeHidden()
    await page.keyboard.type('glow ser')
    await expect(option(page, new RegExp(SERUM.productName))).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions?\.$/ })).toBeAttached()
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    // The list behind the suggestions follows the text a little later.
    await expect(page.getByText(/products? for “glow ser”/)).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toContain(SERUM.productName)
    await expectSound(page)
    await page.keyboard.press('End')
    expect(await active(page)).toBe('Search for “glow ser”')
    await page.keyboard.press('Home')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: SERUM.productName })).toBeFocused()

    await open(page, '/products')
    await box(page).focus()
    await expect(option(page, 'glow ser')).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear recent searches' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list(page)).toBeHidden()
    await expect(box(page)).toBeFocused()
    await page.reload()
    await box(page).focus()
    await page.waitForTimeout(500)
    await expect(list(page)).toBeHidden()
  })

  test('Escape and Tab close the list, and the results stay', async ({ page }) => {
    await open(page, '/products')
    await box(page).focus()
    await page.keyboard.type('serum')
    await expect(list(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(box(page)).toHaveValue('serum')
    await expect(page).toHaveURL(/q=serum/)
    await page.keyboard.press('ArrowUp')
    expect(await active(page)).toBe('Search for “serum”')
    await page.keyboard.press('Tab')
    await expect(list(page)).toBeHidden()
    await expect(page.getByText(/products? for “serum”/)).toBeVisible()
  })

  test('the header’s box opens a brand', async ({ page }) => {
    await open(page, '/contact')
    await page.getByRole('banner').getByRole('combobox', { name: 'Search the shop' }).focus()
    await page.keyboard.type('kirip')
    await expect(option(page, 'Kiripol')).toBeVisible()
    await expectSound(page)
    await option(page, 'Kiripol').click()
    await expect(page).toHaveURL(/\/products\?brand=Kiripol$/)
    await expect(page.getByRole('button', { name: 'Remove filter Kiripol' })).toBeVisible()
  })
})

test('by touch: options of 44 px in a list as wide as the screen', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'No touch')
  await open(page, '/products')
  await box(page).tap()
  await box(page).fill('ski')
  await expect(option(page, 'Skincare')).toBeVisible()
  expect([(await boxOf(list(page))).x, (await boxOf(list(page))).width]).toEqual([0, 390])
  for (const row of await list(page).getByRole('option').all())
    expect((await boxOf(row)).height).toBeGreaterThanOrEqual(44)
  await expect(page.getByText(/products? for “ski”/)).toBeVisible()
  await expectSound(page)
  // The end of the list can be reached above the bar at the bottom.
  const last = list(page).getByRole('option').last()
  await last.scrollIntoViewIfNeeded()
  await last.tap()
  await expect(page).toHaveURL(/q=ski$/)
  await expect(list(page)).toBeHidden()
  await expect(box(page)).not.toBeFocused()
  await box(page).tap()
  await option(page, 'Skincare').tap()
  await expect(page).toHaveURL(/\/products\?category=Skincare$/)
  await expect(box(page)).toHaveValue('')
})

test('in the menu of a phone, Escape closes the list before the menu', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'Wide windows have no menu')
  await open(page, '/contact')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('combobox', { name: 'Search the shop' }).fill('serum')
  await expect(list(page)).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(menu).toBeVisible()
  await menu.getByRole('combobox', { name: 'Search the shop' }).fill('glow ser')
  await option(page, new RegExp(SERUM.productName)).click()
  await expect(page.getByRole('heading', { level: 1, name: SERUM.productName })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the list fits a window of 320 px, with long words', async ({ page }) => {
  const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
  await withProduct({ productName: `${word} ${word}`, brand: `${word}B`, stock: 1 }, async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, '/products')
    await box(page).fill('pneumono')
    await expect(option(page, new RegExp(word)).first()).toBeVisible()
    expect(await fits(page)).toBe(true)
    const inside = await list(page).evaluate((element) =>
      [element, ...element.querySelectorAll('*:not(.sr-only)')].every(
        (part) => part.scrollWidth <= element.clientWidth,
      ),
    )
    expect(inside).toBe(true)
    await expect(page.getByText(/products? for “pneumono”/)).toBeVisible()
    await expectSound(page)
  })
})

test('without suggestions the box searches as before', async ({ page }) => {
  await answer(page, 'GET', /^\/products\/suggestions$/, 503)
  await open(page, '/products')
  await box(page).fill('serum')
  await expect(page.getByText(/products? for “serum”/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?q=serum$/)
  await expect(list(page)).toBeHidden()
  await expect(page.getByLabel('Notices').getByRole('listitem')).toHaveCount(0)
})

test.describe('a search that is answered with another text', () => {
  test('says so, once, and links to that text', async ({ page }) => {
    await open(page, '/products?q=sunscren')
    await expect(
      page.getByText('Nothing is called “sunscren”. Showing results for “sunscreen”.'),
    ).toBeVisible()
    await expect(page.getByText(/products? for “sunscreen”/)).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: '“sunscreen”' }).click()
    await expect(page).toHaveURL(/\/products\?q=sunscreen$/)
    await expect(page.getByText(/^Nothing is called/)).toBeHidden()
    await expect(box(page)).toHaveValue('sunscreen')
    await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  })

  test('is offered while the text is typed', async ({ page }) => {
    await open(page, '/products')
    await box(page).fill('sunscren')
    await option(page, 'Did you mean sunscreen?').click()
    await expect(page).toHaveURL(/\/products\?q=sunscreen$/)
    await expect(page.getByText(/^Nothing is called/)).toBeHidden()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is in the page that the server renders', async ({ page }) => {
      await page.goto('/products?q=sunscren')
      await expect(
        page.getByText('Nothing is called “sunscren”. Showing results for “sunscreen”.'),
      ).toBeVisible()
      await page.getByRole('link', { name: '“sunscreen”' }).click()
      await expect(page).toHaveURL(/\/products\?q=sunscreen$/)
      await expect(page.getByRole('textbox', { name: 'Search for products' })).toHaveValue('sunscreen')
      await expect(page.getByRole('article').first()).toBeVisible()
    })
  })
})

test('the back-office’s box opens the editor of a product and filters by a category', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/products')
  await box(page).fill('skinc')
  await option(page, 'Skincare').click()
  await expect(page).toHaveURL(/\/admin\/products\?category=Skincare$/)
  await expect(box(page)).toHaveValue('')
  await box(page).fill('glow ser')
  await expect(option(page, new RegExp(SERUM.productName))).toBeVisible()
  // The list below is paler until it shows the products of the text.
  await expect(page).toHaveURL(/q=glow\+ser$/)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expectSound(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/products/updateProducts\\?product=${SERUM.productId}$`))
  await expect(page.getByLabel('Product Name')).toHaveValue(SERUM.productName)
  await page.goBack()
  await expect(page).toHaveURL(/category=Skincare&q=glow\+ser$/)
  await box(page).fill('')
  await expect(list(page)).toBeHidden()
})
