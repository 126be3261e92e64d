// The test function that watches pages, and the initial state of a test: session, cart, failing calls.
import { test as base, expect, type Page } from '@playwright/test'
import { demoAccounts } from './demo-accounts'
import type { Line } from './shop-api'
import { watch } from './watched-page'

/** Every page is watched: a script that throws, or anything that the policy blocks, fails the test. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = watch(page)
    // During a fade the contrast is too low, and tests would have to wait.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** Puts a session and a cart into the browser, before its first page. */
export async function begin(page: Page, { token, cart }: { token?: string; cart?: readonly Line[] }) {
  const origin = new URL(process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080').origin
  const localStorage = [
    ...(token === undefined ? [] : [{ name: 'token', value: token }]),
    ...(cart === undefined ? [] : [{ name: 'cart', value: JSON.stringify(cart) }]),
  ]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}

/** Answers later calls with `status` and `body`, by default a problem document; `path` matches the path after /api. */
export async function answer(page: Page, method: string, path: RegExp, status: number, body?: unknown) {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api') && path.test(pathname.slice('/api'.length)),
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      const problem = {
        type: 'about:blank',
        title: 'Error',
        status,
        detail: 'It broke.',
        code: 'test',
        message: 'It broke.',
        requestId: '0',
      }
      await route.fulfill({
        status,
        contentType: status < 400 ? 'application/json' : 'application/problem+json',
        body: JSON.stringify(body ?? problem),
      })
    },
  )
}

/** The open confirmation dialog with this title. */
export const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

/** Enters the password, by default the owner's, where a step asks for it. */
export async function confirmSession(page: Page, { password } = demoAccounts().owner) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

/** Navigates by the header's link, without a reload. */
export async function follow(page: Page, label: string) {
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: label, exact: true }).click()
  } else {
    await page.getByRole('banner').getByRole('link', { name: label, exact: true }).click()
  }
}

/** Waits for the suggestions below the focused search box and closes them: they cover the results. */
export async function closeSuggestions(page: Page) {
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeHidden()
}

export { expect }
