// What a shopper meets with a thumb, a mouse or large text: what only a real browser shows.
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { call, newCustomer, newReview, ownerToken, removeProduct, SERUM, unique } from './shop-api'
import { answer, begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

const SERUM_PAGE = `/products/productinfo/${SERUM.productId}`

/** A product of the test's own, with what is given; it goes when the test is done. */
async function withProduct(fields: Record<string, unknown>, run: (productId: string) => Promise<void>) {
  const productId = `TST-${unique()}`
  await call(
    'POST',
    '/products',
    { productId, productName: `Trial ${productId}`, price: 1200, stock: 0, ...fields },
    await ownerToken(),
  )
  try {
    await run(productId)
  } finally {
    await removeProduct(productId)
  }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

const notices = (page: Page) => page.getByLabel('Notices')

test.describe('a notice', () => {
  test('ends with the page that it was about, on another try and on success', async ({ page }) => {
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
    // An error that came with the change of page stays.
    await page.waitForTimeout(400)
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
    await expect(wrong).toBeHidden({ timeout: 3000 })
  })

  test('covers neither the focus nor a control, and lets a tap through', async ({ page, isMobile }) => {
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
    // The menu opens under no error.
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(notice).toBeHidden({ timeout: 3000 })
  })
})

test.describe('a product on a phone', () => {
  test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'About phones'))

  for (const id of ['ARA-SER-001', 'ARA-LIP-002', 'ARA-EDP-001']) {
    test(`${id} shows its name and price in the first view, above the bar`, async ({ page }) => {
      await open(page, `/products/productinfo/${id}`)
      const price = page
        .getByRole('main')
        .getByText(/LKR\. [\d,]+\.\d\d/)
        .first()
      await expect(page.getByRole('button', { name: 'Buy Now' }).last()).toBeInViewport({ ratio: 1 })
      const bar = await boxOf(page.getByRole('button', { name: 'Buy Now' }).last())
      expect(bar.bottom).toBeLessThanOrEqual(844)
      expect((await boxOf(page.getByRole('heading', { level: 1 }))).bottom).toBeLessThan(bar.y)
      expect((await boxOf(price)).bottom).toBeLessThan(bar.y)
    })
  }

  test('has its price and the way to the cart in the bar', async ({ page }) => {
    await open(page, SERUM_PAGE)
    const bar = page.getByRole('button', { name: 'Buy Now' }).last().locator('xpath=../..')
    await expect(bar).toContainText(/LKR\. [\d,]+\.\d\d/)
    await expect(bar.getByRole('link', { name: 'Cart' })).toBeInViewport()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await fits(page), `${width} px`).toBe(true)
    }
    await expectSound(page)
  })

  test('says beside the buttons that it is sold out', async ({ page }) => {
    await withProduct({ stock: 0 }, async (productId) => {
      await open(page, `/products/productinfo/${productId}`)
      await expect(page.getByRole('button', { name: 'Add To Cart' }).last()).toBeDisabled()
      // With the page's own buttons goes their reason; the bar says it beside its own.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByText('Sold out for now')).toBeInViewport()
    })
  })
})

test('products that go with one are in stock', async ({ page }) => {
  const asked = page.waitForRequest((request) => /\/api\/products\?.*sort=bestselling/.test(request.url()))
  await open(page, SERUM_PAGE)
  expect(new URL((await asked).url()).searchParams.get('inStock')).toBe('true')
  const related = page.getByRole('region', { name: 'You may also like' })
  await expect(related.getByRole('article').first()).toBeVisible()
  await expect(related.getByText('Sold out')).toHaveCount(0)
})

test('after adding, the notice leads to the cart and the bag says what it holds', async ({ page }) => {
  await open(page, SERUM_PAGE)
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
  const dialog = question(page, 'Confirm Add to Cart')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('2')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(notices(page).getByText(`2 x ${SERUM.productName} added to cart successfully`)).toBeVisible()
  await expect(dialog).toBeHidden()
  // Said once nothing hides the header from those who listen.
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Cart: 2 items')
  await expectSound(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await notices(page).getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('link', { name: SERUM.productName }).first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
})

test('a typed quantity is a whole number, and no more than there are', async ({ page }) => {
  await withProduct({ stock: 31 }, async (productId) => {
    await open(page, `/products/productinfo/${productId}`)
    await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
    const dialog = question(page, 'Confirm Add to Cart')
    const box = dialog.getByRole('textbox')
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    await box.fill('40')
    await expect(dialog.getByText('Only 31 are left.')).toBeVisible()
    // What was typed is not what would be added: the press that ends the typing adds nothing yet.
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
        await menu.getByRole('textbox', { name: 'Search the shop' }).fill('serum')
      } else {
        await header.getByText('Categories').click()
        await expect(header.getByRole('link', { name: 'Skincare', exact: true })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(header.getByRole('link', { name: 'Skincare', exact: true })).toBeHidden()
        await header.getByRole('textbox', { name: 'Search the shop' }).fill('serum')
      }
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/products\?q=serum$/)
      await expect(page.getByPlaceholder('Search for products...')).toHaveValue('serum')
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    }
  })

  test('a category leads to its products, and the menu folds up', async ({ page, isMobile }) => {
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

  test('the sign in a narrow header leads to the box, also from the list itself', async ({
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

test('the second picture shows while the mouse rests on a card', async ({ page, isMobile }) => {
  test.skip(isMobile, 'No mouse')
  // Products of other tests have no second picture.
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

test('loading more leads on to the first of the new ones', async ({ page }) => {
  await open(page, '/products')
  const cards = page.getByRole('article')
  const more = page.getByRole('link', { name: 'Load more' })
  let shown = 24
  await expect(cards).toHaveCount(shown)
  // Down to the last ones, with which the button goes.
  while (await more.isVisible()) {
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(cards.nth(shown).getByRole('link')).toBeFocused()
    shown = await cards.count()
  }
  expect(shown).toBeGreaterThan(24)
})

test('a word of 45 letters fits everywhere', async ({ page, isMobile }) => {
  const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
  const account = await newCustomer()
  await newReview(account, `${word} ${word}`)
  const texts = {
    productName: word,
    brand: word,
    category: word,
    altNames: [word],
    description: `${word}${word}`,
    stock: 3,
  }
  await withProduct(texts, async (productId) => {
    await begin(page, { token: account.token, cart: [{ productId, quantity: 9 }] })
    const path = `/products/productinfo/${productId}`
    for (const width of isMobile ? [390, 320] : [1440, 1024]) {
      await page.setViewportSize({ width, height: 844 })
      for (const at of ['/', `/products?q=${word}`, path, '/cart']) {
        await open(page, at)
        await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible()
        expect(await fits(page), `${at} at ${width} px`).toBe(true)
      }
      await open(page, '/')
      await page.getByRole('button', { name: 'View Customer Reviews' }).click()
      const dialog = page.getByRole('dialog', { name: 'Customer Reviews' })
      await expect(dialog.getByText(word).first()).toBeVisible()
      const inside = await dialog.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].every((part) => part.scrollWidth <= element.clientWidth),
      )
      expect(inside, `reviews at ${width} px`).toBe(true)
    }
  })
})

test('with text twice as large the header keeps all of its parts', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'Wide windows with larger text have the narrow header')
  await open(page, '/contact')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const header = page.getByRole('banner')
    for (const part of [
      header.getByRole('button', { name: 'Menu' }),
      header.getByRole('link', { name: 'Search' }),
      header.getByRole('link', { name: /^Cart/ }),
    ]) {
      const { x, right } = await boxOf(part)
      expect([x >= 0, right <= width], `${await part.getAttribute('aria-label')} at ${width} px`).toEqual([
        true,
        true,
      ])
    }
  }
})

test('with text twice as large the pages fit', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'Only narrow windows are too narrow')
  await page.setViewportSize({ width: 320, height: 844 })
  for (const at of ['/', '/products', SERUM_PAGE, '/contact', '/login', '/cart']) {
    await open(page, at)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    // The zoom of a phone hides an overflow from `fits`: a page that is too wide makes the window wider.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), at).toBe(320)
  }
})

test('the way to the cart covers no text', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'On wide windows it stands beside the text')
  await open(page, '/products')
  const link = page.getByRole('main').getByRole('link', { name: 'Cart' })
  await expect(link).toBeInViewport()
  const { x, width } = await boxOf(link)
  // A bar from edge to edge, with its own ground, and its own place at the end.
  expect([x, width]).toEqual([0, 390])
  expect(await link.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  )
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = page.getByRole('main').getByRole('link', { name: 'Load more' })
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(link)).y)
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
  const { violations } = await new AxeBuilder({ page }).include('[aria-label=Highlights]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
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
