import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What a browser complained about: scripts that threw, and anything the content policy had to block. */
export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused call is written to the console by the browser itself; the test sees how the page takes it.
    const refused = message.text().startsWith('Failed to load resource')
    // The app shows chosen files, and connects to none. Of a picture that cannot be decoded the browser keeps no body:
    // Playwright's trace then reads it anew by way of the page, which the policy forbids. A connection of the app's own
    // would have a second complaint ('Fetch API cannot load'), which counts.
    const traced = message.text().startsWith("Connecting to 'blob:")
    if (message.type() === 'error' && !refused && !traced) complaints.push(message.text())
  })
  return complaints
}

/** The page as it is now is accessible and fits its width. */
export async function expectSound(page: Page) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

/** Opens a page and waits until it answers to clicks. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-started', /./)
}

/** Signs in and waits for the page that follows. */
export async function logIn(page: Page, account: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login to your account' }).click()
}

/** A toast with this text is on the screen. */
export async function expectToast(page: Page, text: string | RegExp) {
  await expect(page.getByText(text).first()).toBeVisible()
}
