import { expect, type Page } from '@playwright/test'
import { faultsOf } from './accessibility'

/** Collects script errors and violations of the content security policy. */
export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs failed calls itself; tests check how the page handles them.
    const refused = message.text().startsWith('Failed to load resource')
    // The app shows selected files by blob URL and never fetches them. A picture that cannot be decoded has no body:
    // Playwright's trace then fetches it through the page, which the policy forbids. A connection by the app itself
    // would log a second message ('Fetch API cannot load'), which is collected.
    const traced = message.text().startsWith("Connecting to 'blob:")
    // The trace also runs a script in every frame, which the frame of a mail does not allow.
    const inMail = message.text().startsWith("Blocked script execution in 'about:srcdoc'")
    if (message.type() === 'error' && !refused && !traced && !inMail) complaints.push(message.text())
  })
  return complaints
}

/** Expects that the current page passes the accessibility check and fits the window's width. */
export async function expectSound(page: Page) {
  // The page's own code may still be loading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Figures that are asked for again are pale until the answer, and said to be busy. A page that stays so is judged as it is.
  await expect(page.locator('dl[aria-busy=true], div[aria-busy=true], table[aria-busy=true]'))
    .toHaveCount(0, { timeout: 5_000 })
    .catch(() => undefined)
  // Neither an animation that repeats for ever finishes, such as that of a waiting button, nor one in a part that is not shown, such
  // as a closed explanation.
  await page.evaluate(() => {
    const all = Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined)))
    return Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))])
  })
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

/** Opens a page and waits until it reacts to clicks. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-started', /./)
}

/** What a page has. */
export type Content = {
  title: string
  h1: string
  /** Elements that the specification names on this page. */
  shows?: readonly (string | RegExp)[]
}

/** Expects a page with this title, one heading of level 1, and these elements. */
export async function expectContent(page: Page, { title, h1, shows = [] }: Content) {
  await expect(page.getByRole('heading', { level: 1, name: h1, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page).toHaveTitle(title)
  for (const text of shows) {
    const shown = page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true })
    await expect(shown.first(), String(text)).toBeVisible()
  }
}

/** Signs in and waits for the page that follows. */
export async function logIn(page: Page, account: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login to your account' }).click()
}

/** Expects a notice with this text. */
export async function expectToast(page: Page, text: string | RegExp) {
  await expect(page.getByText(text).first()).toBeVisible()
}
