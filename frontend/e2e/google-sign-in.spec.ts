// Third-party sign-in with a real provider: by redirect, with PKCE, and back. `.ci/with-shop` starts it beside the shop.
import type { Page } from '@playwright/test'
import { expectNotice, expectNoticeText } from './messages'
import { unique } from './shop-api'
import { expect, test } from './shop-test'
import { open } from './watched-page'

/** Signs in at the provider as this person for the rest of the test, without a password form. */
async function be(page: Page, person: string) {
  await page.route('**/auth?**', (route) =>
    route.continue({ url: `${route.request().url()}&login_hint=${person}` }),
  )
}

async function signIn(page: Page) {
  await open(page, '/login')
  await page.getByRole('button', { name: 'Login with Google' }).click()
}

test('the first sign-in creates an account, the second one logs in', async ({ page }) => {
  const person = `visitor-${unique()}`
  await be(page, person)
  await signIn(page)
  await expectNotice(page, 'Your Account Is Created. Now You Can Login Via Google!!!')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await signIn(page)
  await expectNoticeText(page, 'Login successful')
  await expect(page).toHaveURL(/\/$/)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const payload = JSON.parse(atob(token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '')) as {
    user: { email: string; firstName: string }
  }
  expect(payload.user).toMatchObject({ email: `${person}@gmail.com`, firstName: 'Amaya' })
})

test('an account without a verified e-mail cannot sign in', async ({ page }) => {
  await be(page, 'unverified')
  await signIn(page)
  await expectNoticeText(page, 'Google sign-in did not work. Please try again.')
  await expect(page).toHaveURL(/\/login$/)
})
