// Narrow windows, long words and larger text.
import { newCustomer, newOrder, newReview, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { boxOf, fits, SERUM_PAGE, withProduct } from './storefront'
import { expectSound, open } from './watched-page'

test.describe('a product on a phone', { tag: '@phone' }, () => {
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

  test('has its price and the cart button in the bar', async ({ page }) => {
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

  test('shows beside the buttons that it is sold out', async ({ page }) => {
    await withProduct({ stock: 0 }, async (productId) => {
      await open(page, `/products/productinfo/${productId}`)
      await expect(page.getByRole('button', { name: 'Add To Cart' }).last()).toBeDisabled()
      // The reason scrolls away with the page's buttons; the bar shows it beside its own buttons.
      // Not below the page itself: a footer with many links fills a phone's window.
      await page
        .locator('main')
        .evaluate((main) => main.scrollIntoView({ block: 'end', behavior: 'instant' }))
      await expect(page.getByText('Sold out for now')).toBeInViewport()
    })
  })
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

test('the header keeps all of its parts with text of double size', async ({ page, isMobile }) => {
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

test('the pages fit with text of double size', async ({ page, isMobile }) => {
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

test("a customer's pages fit the narrowest phone, also with text of double size", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'Only narrow windows are too narrow')
  const customer = await newCustomer()
  const cart = [{ productId: SERUM.productId, quantity: 2 }]
  const orderId = await newOrder(customer)
  await begin(page, { token: customer.token, cart })
  await page.setViewportSize({ width: 320, height: 844 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  const ready: Readonly<Record<string, string>> = {
    [`/orders/${orderId}`]: 'Items',
    '/orders': orderId,
    '/user': 'Addresses',
    '/cart': SERUM.productName,
    '/shipping': SERUM.productName,
  }
  for (const [at, text] of Object.entries(ready)) {
    if (at === '/shipping') {
      await open(page, '/cart')
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    } else {
      await open(page, at)
    }
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expect.poll(width, at).toBe(320)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(width, `${at} with text of double size`).toBe(320)
    if (at !== '/shipping') continue
    // The name of a product has room for its words.
    const name = page.getByText(SERUM.productName).filter({ visible: true }).first()
    expect((await boxOf(name)).width).toBeGreaterThan(150)
  }
})

test('the link to the cart covers no text', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'On wide windows it stands beside the text')
  await open(page, '/products')
  const link = page.getByRole('main').getByRole('link', { name: 'Cart' })
  await expect(link).toBeInViewport()
  const { x, width } = await boxOf(link)
  // The bar spans the window, has a background, and has its own space at the end of the page.
  expect([x, width]).toEqual([0, 390])
  expect(await link.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  )
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = page.getByRole('main').getByRole('link', { name: 'Load more' })
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(link)).y)
})

// Phones zoom by themselves.
test('at 200 % zoom half of the screen is free for content', { tag: '@desktop' }, async ({ page }) => {
  // The viewport of a window of 1280 by 800 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 400 })
  await begin(page, { cart: [{ productId: SERUM.productId, quantity: 2 }] })
  for (const path of ['/', '/products', `/products/productinfo/${SERUM.productId}`, '/cart', '/login']) {
    await open(page, path)
    await page.mouse.wheel(0, 600)
    const { wide, covered } = await page.evaluate(() => {
      const bars = [...document.querySelectorAll('*')].filter((element) => {
        const { position } = getComputedStyle(element)
        const { top, bottom, width } = element.getBoundingClientRect()
        const inView = bottom > 0 && top < window.innerHeight && width > window.innerWidth / 2
        return inView && (position === 'fixed' || position === 'sticky') && !element.closest('[inert]')
      })
      const height = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
      return {
        wide: document.documentElement.scrollWidth > window.innerWidth,
        covered: height / window.innerHeight,
      }
    })
    expect(wide, path).toBe(false)
    expect(covered, path).toBeLessThan(0.5)
  }
})
