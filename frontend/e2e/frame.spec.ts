import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

// What holds on every page: one h1, a title, no serious accessibility fault, no overflow, nothing that the page's
// policy had to block.
for (const path of ['/', '/products', '/contact', '/cart', '/login', '/register', '/no/such/page']) {
  test(`the frame around ${path}`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      const missing = message.text().includes('status of 404')
      if (message.type() === 'error' && !missing) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    // Half way through a fade no text has its contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-started', /./)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/ — /)
    await expect(page.getByRole('contentinfo')).toContainText('All rights reserved.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('nothing overflows at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('the keyboard reaches the content first', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-started', /./)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu leads on and gives the focus back', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'Wide screens show the links in the header')
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  await expect(dialog.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await dialog.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(dialog).toBeHidden()
})
