// Behaviour of the storefront that needs a real browser: mouse, touch and disabled scripts.
import { faultsOf } from './accessibility'
import { expect, question, test } from './shop-test'
import { boxOf, fits, notices, SERUM_PAGE, withProduct } from './storefront'
import { expectSound, open } from './watched-page'

test('related products are in stock', async ({ page }) => {
  const asked = page.waitForRequest((request) => /\/api\/products\?.*sort=bestselling/.test(request.url()))
  await open(page, SERUM_PAGE)
  expect(new URL((await asked).url()).searchParams.get('inStock')).toBe('true')
  const related = page.getByRole('region', { name: 'You may also like' })
  await expect(related.getByRole('article').first()).toBeVisible()
  await expect(related.getByText('Sold out')).toHaveCount(0)
})

test('a typed quantity is a whole number within the stock', async ({ page }) => {
  await withProduct({ stock: 31 }, async (productId) => {
    await open(page, `/products/productinfo/${productId}`)
    await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
    const dialog = question(page, 'Confirm Add to Cart')
    const box = dialog.getByRole('textbox')
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    await box.fill('40')
    await expect(dialog.getByText('Only 31 are left.')).toBeVisible()
    // The quantity is corrected first: the click that ends the typing does not add to the cart.
    await confirm.click()
    await expect(box).toHaveValue('31')
    await expect(box).toBeFocused()
    await box.fill('1.5')
    await expect(dialog.getByText('Only whole numbers, please.')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue('31')
    await box.fill('')
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue('31')
    await expect(dialog.getByText('Only whole numbers, please.')).toBeHidden()
    await page.waitForTimeout(600)
    await confirm.click()
    await expect(notices(page).getByText(/^31 x .* added to cart successfully$/)).toBeVisible()
  })
})

test.describe('search and categories', () => {
  test('are in the header of every page', async ({ page, isMobile }) => {
    const header = page.getByRole('banner')
    for (const path of ['/', SERUM_PAGE, '/contact', '/cart', '/login']) {
      await open(page, path)
      if (isMobile) {
        await header.getByRole('button', { name: 'Menu' }).click()
        const menu = page.getByRole('dialog', { name: 'Menu' })
        await expect(menu.getByRole('link', { name: 'Skincare', exact: true })).toBeVisible()
        await menu.getByRole('combobox', { name: 'Search the shop' }).fill('serum')
      } else {
        await header.getByText('Categories').click()
        await expect(header.getByRole('link', { name: 'Skincare', exact: true })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(header.getByRole('link', { name: 'Skincare', exact: true })).toBeHidden()
        await header.getByRole('combobox', { name: 'Search the shop' }).fill('serum')
      }
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/products\?q=serum$/)
      await expect(page.getByPlaceholder('Search for products...')).toHaveValue('serum')
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    }
  })

  test('a category opens its products, and the menu closes', async ({ page, isMobile }) => {
    await open(page, '/contact')
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    else await page.getByRole('banner').getByText('Categories').click()
    const link = page.getByRole('link', { name: 'Skincare', exact: true })
    await expect(link).toBeVisible()
    await expectSound(page)
    await link.click()
    await expect(page).toHaveURL(/\/products\?category=Skincare$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Skincare', exact: true })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()
  })

  test('the search icon of a narrow header opens the search box, also on the product list', async ({
    page,
    isMobile,
  }) => {
    test.skip(!isMobile, 'Wide headers have the box')
    await open(page, '/contact')
    const search = page.getByRole('banner').getByRole('link', { name: 'Search' })
    const box = page.getByPlaceholder('Search for products...')
    await search.click()
    await expect(box).toBeFocused()
    await box.fill('oil')
    await expect(page).toHaveURL(/q=oil/)
    await box.blur()
    await search.click()
    await expect(box).toBeFocused()
  })
})

test('the second picture shows while the mouse is over a card', async ({ page, isMobile }) => {
  test.skip(isMobile, 'No mouse')
  // Products of other tests do not have a second picture.
  const name = 'Rathmal Velvet Lipstick, Araliya Rose'
  await open(page, `/products?q=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name }) })
  const pictures = card.locator('img')
  await expect(pictures).toHaveCount(1)
  const { x, y, width } = await boxOf(card)
  await page.mouse.move(x + width / 2, y + 80)
  await expect(pictures).toHaveCount(2)
  await expect.poll(() => pictures.nth(1).evaluate((img) => getComputedStyle(img).opacity)).toBe('1')
  await page.mouse.move(2, 2)
  await expect.poll(() => pictures.nth(1).evaluate((img) => getComputedStyle(img).opacity)).toBe('0')
})

test('loading more focuses the first new product', async ({ page }) => {
  await open(page, '/products')
  const cards = page.getByRole('article')
  const more = page.getByRole('link', { name: 'Load more' })
  let shown = 24
  await expect(cards).toHaveCount(shown)
  // Loads until the last page, which removes the button.
  while (await more.isVisible()) {
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(cards.nth(shown).getByRole('link')).toBeFocused()
    shown = await cards.count()
  }
  expect(shown).toBeGreaterThan(24)
})

test('the slides never show two texts at a time', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  const slider = page.getByRole('region', { name: 'Highlights' })
  await slider.getByRole('button', { name: 'Next slide' }).click()
  const seen = await page.evaluate(async () => {
    const counts: string[] = []
    const began = performance.now()
    while (performance.now() - began < 1300) {
      const texts = [...document.querySelectorAll('[aria-roledescription=slide] h2')].filter((text) =>
        text.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }),
      )
      const opaque = texts.every((text) => {
        for (let part: Element | null = text; part !== null; part = part.parentElement)
          if (getComputedStyle(part).opacity !== '1') return false
        return true
      })
      counts.push(`${texts.length} ${opaque}`)
      await new Promise((done) => requestAnimationFrame(done))
    }
    return [...new Set(counts)]
  })
  expect(seen).toEqual(['1 true'])
  await slider.getByRole('button', { name: 'Next slide' }).click()
  expect(await faultsOf(page, { part: '[aria-label=Highlights]' })).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/cart', '/login', '/register', '/shipping', '/orders', '/user']) {
    test(`${path} says what it needs, and how to reach the shop`, async ({ page, request }) => {
      const shop = (await (await request.get('/api/shop')).json()) as { phone: string; address: string }
      await page.goto(path)
      await expect(page.getByRole('heading', { name: /need JavaScript$/ })).toBeVisible()
      await expect(page.getByRole('link', { name: shop.phone })).toHaveAttribute('href', /^tel:\+?\d+$/)
      await expect(page.locator('address p').last()).toHaveText(shop.address)
      await expect(page.getByRole('link', { name: 'see our products' })).toHaveAttribute('href', '/products')
      expect(await fits(page)).toBe(true)
    })
  }

  test('the header’s search is a form', async ({ page, isMobile }) => {
    await page.goto('/contact')
    if (isMobile) {
      await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
      await expect(page.getByPlaceholder('Search for products...')).toBeInViewport()
      return
    }
    await page.getByRole('textbox', { name: 'Search the shop' }).fill('serum')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/products\?q=serum$/)
    await expect(page.getByText(/products? for “serum”/)).toBeVisible()
  })
})
