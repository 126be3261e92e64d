// A click that comes before the page handles it is not lost: before any script runs, before the app starts, and before the code of the
// clicked part is there.
import type { Page } from '@playwright/test'
import { expect, test } from './shop-test'
import { open } from './watched-page'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const reviews = (page: Page) => page.getByRole('dialog', { name: 'Customer Reviews' })

/** Holds back the scripts whose address matches until the returned function is called. */
async function hold(page: Page, scripts: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Presses at once, without waiting for the page. */
async function press(page: Page, name: string) {
  await button(page, name).click({ force: true, noWaitAfter: true })
}

const HELD: Record<string, RegExp> = {
  'any script': /\/assets\/.*\.js$/,
  'the app': /\/assets\/(?:entry-client|vendor|parts)-.*\.js$/,
  'the code of the part': /\/assets\/late-sections-.*\.js$/,
}

for (const [what, scripts] of Object.entries(HELD)) {
  test(`the reviews open for a click that comes before ${what}`, async ({ page }) => {
    const release = await hold(page, scripts)
    await page.goto('/', { waitUntil: 'commit' })
    await press(page, 'View Customer Reviews')
    // A second press of an impatient visitor is the same wish.
    await press(page, 'View Customer Reviews')
    await expect(reviews(page)).toHaveCount(0)
    release()
    await expect(reviews(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reviews(page)).toBeHidden()
    await page.waitForTimeout(300)
    await expect(reviews(page), 'it is opened once').toBeHidden()
  })
}

test('on a slow processor the reviews open at once', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/', { waitUntil: 'commit' })
  await press(page, 'View Customer Reviews')
  await expect(reviews(page)).toBeVisible()
})

test('a form without its script is not sent to an address', async ({ page }) => {
  const release = await hold(page, HELD['the app'] as RegExp)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Your Name').fill('Nimali')
  await press(page, 'Send Message')
  release()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
})

test('a click is handled once on a page that has started', async ({ page }) => {
  await open(page, '/')
  const shown = page.locator('[aria-roledescription=slide]:not([inert])')
  await expect(shown).toHaveAttribute('aria-label', /^1 of/)
  await button(page, 'Next slide').click()
  await expect(shown).toHaveAttribute('aria-label', /^2 of/)
})
