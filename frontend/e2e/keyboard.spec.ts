// The shop's main job without a mouse: Tab, Enter and typing alone.
import type { Locator, Page } from '@playwright/test'
import { expectNoticeText } from './messages'
import { newCustomer, SERUM, unique } from './shop-api'
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

/** Replaces the text of the field with this name. */
async function fillIn(page: Page, box: Locator, text: string) {
  await tabTo(page, box)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test.describe('by keyboard alone', () => {
  test.beforeEach(({ isMobile }) => test.skip(isMobile, 'Phones have no Tab key'))

  test('an account, a login and a logout', async ({ page }) => {
    test.setTimeout(120_000)
    const email = `visitor-${unique()}@example.com`
    await open(page, '/')
    await press(page, page.getByRole('banner').getByRole('link', { name: 'Register' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeFocused()
    await fillIn(page, page.getByLabel('First Name'), 'Amaya')
    await fillIn(page, page.getByLabel('Last Name'), 'Visitor')
    await fillIn(page, page.getByLabel('Email'), 'no address')
    await fillIn(page, page.getByLabel('Password', { exact: true }), 'a long enough secret')
    await page.keyboard.press('Enter')
    // The first invalid field has the focus and its error is announced.
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await fillIn(page, page.getByLabel('Email'), email)
    await tabTo(page, page.getByLabel(/^Profile Picture/))
    await press(page, page.getByRole('button', { name: 'Create Account' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeFocused()

    await fillIn(page, page.getByRole('textbox', { name: 'Email' }), email)
    await fillIn(page, page.getByLabel('Password', { exact: true }), 'not the secret')
    await page.keyboard.press('Enter')
    await expectNoticeText(page, 'Invalid email or password')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await fillIn(page, page.getByLabel('Password', { exact: true }), 'a long enough secret')
    await press(page, page.getByRole('button', { name: 'Show password' }), 'Space')
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
    await press(page, page.getByRole('button', { name: 'Login to your account' }))
    await expect(page).toHaveURL(/\/$/)

    await press(page, page.getByRole('banner').getByRole('button', { name: 'Logout' }))
    const dialog = question(page, 'Confirm Logout')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, dialog.getByRole('button', { name: 'Logout' }))
    await expect(page).toHaveURL(/\/login$/)
  })

  test('a forgotten password', async ({ page }) => {
    await open(page, '/login')
    await press(page, page.getByRole('link', { name: 'Forgot password?' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await fillIn(page, page.getByRole('textbox', { name: 'Email' }), `visitor-${unique()}@example.com`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: /mail/i })).toBeVisible()
  })

  test('a profile', async ({ page }) => {
    test.setTimeout(90_000)
    const account = await newCustomer()
    await begin(page, { token: account.token })
    await open(page, '/')
    await press(page, page.getByRole('banner').getByRole('link', { name: /Amaya Visitor/ }))
    await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeFocused()
    await fillIn(page, page.getByLabel('Update First Name'), 'Nadee')
    await page.keyboard.press('Enter')
    const dialog = question(page, 'Confirm Update')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Update First Name')).toHaveValue('Nadee')
    await press(page, page.getByRole('button', { name: 'Update User Details' }))
    await press(page, dialog.getByRole('button', { name: 'Confirm' }))
    await expect(page.getByRole('region', { name: 'Your details' })).toContainText('Nadee')
    // The focus is back in the form, not at the start of the page.
    await expect(page.getByRole('form', { name: 'Update your details' }).locator(':focus')).toBeVisible()
    await page.keyboard.press('Control+Home')
    await press(page, page.getByRole('button', { name: 'Back' }))
    await expect(page).toHaveURL(/\/$/)
  })

  test('a review written and changed', async ({ page }) => {
    test.setTimeout(90_000)
    const account = await newCustomer()
    await begin(page, { token: account.token })
    await open(page, '/')
    const way = page.getByRole('button', { name: 'View Customer Reviews' })
    await press(page, way)
    const dialog = page.getByRole('dialog', { name: 'Customer Reviews' })
    await tabTo(page, dialog.getByLabel('Rating'))
    await page.keyboard.type('4')
    await expect(dialog.getByLabel('Rating')).toHaveValue('4')
    const comment = `Typed, not clicked, ${unique()}.`
    await press(page, dialog.getByRole('button', { name: 'Submit Review' }))
    await expect(dialog.getByLabel('Comment')).toBeFocused()
    await page.keyboard.type(comment)
    await press(page, dialog.getByRole('button', { name: 'Submit Review' }))
    await expect(dialog.getByText(comment)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeFocused()

    await press(page, dialog.getByRole('button', { name: 'Edit Review' }))
    await expect(dialog.getByLabel('Rating')).toBeFocused()
    await fillIn(page, dialog.getByLabel('Comment'), `${comment} Twice.`)
    await press(page, dialog.getByRole('button', { name: 'Update Review' }))
    await expect(dialog.getByText(`${comment} Twice.`)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(way).toBeFocused()
  })

  test('filters, shades, gallery, cart and orders', async ({ page }) => {
    test.setTimeout(120_000)
    await open(page, '/products')
    await press(page, page.getByRole('checkbox', { name: /^On sale/ }), 'Space')
    await expect(page).toHaveURL(/discounted=true/)
    await expect(page.getByRole('checkbox', { name: /^On sale/ })).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: 'All categories' }))
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(/category=/)
    await press(page, page.getByRole('button', { name: 'Clear all' }))
    await expect(page).not.toHaveURL(/category=|discounted=/)

    await open(page, '/products/productinfo/ARA-LIP-002')
    await press(page, page.getByRole('button', { name: /^Picture 2/ }))
    const shade = page.getByRole('link', { name: /Kurundu Brown/ })
    await press(page, shade)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kurundu Brown')
    await press(page, page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first())
    await press(page, question(page, 'Confirm Add to Cart').getByRole('button', { name: 'Confirm' }))
    await press(page, page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused()
    await press(page, page.getByRole('button', { name: /^One more/ }))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
    await press(page, page.getByRole('button', { name: /^Remove/ }).first())
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
    // The focused element was removed; Tab continues from its page, not from the top.
    await expect(page.locator('body')).not.toBeFocused()
  })

  test('from the home page to an order', async ({ page }) => {
    test.setTimeout(90_000)
    const account = await newCustomer()
    await begin(page, { token: account.token })
    await open(page, '/')
    await press(page, page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()
    await tabTo(page, page.getByPlaceholder('Search for products...'))
    await page.keyboard.type('glow serum')
    await expect(page).toHaveURL(/q=glow/)
    const card = page.getByRole('article').filter({ hasText: SERUM.productName }).first()
    await press(page, card.getByRole('link').first())
    await expect(page.getByRole('heading', { level: 1, name: SERUM.productName })).toBeFocused()

    await press(page, page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first())
    const dialog = question(page, 'Confirm Add to Cart')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await press(page, dialog.getByRole('button', { name: /^One more/ }))
    await press(page, dialog.getByRole('button', { name: 'Confirm' }))
    await expect(dialog).toBeHidden()
    const bag = page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })
    await expect(bag).toBeVisible()
    await page.keyboard.press('Control+Home')
    await page.getByRole('heading', { level: 1 }).focus()
    await press(page, page.getByRole('main').getByRole('link', { name: /^Cart/ }).last())
    await press(page, page.getByRole('button', { name: 'Proceed to Checkout' }))

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
})

test('nothing moves with reduced motion', async ({ page }) => {
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
