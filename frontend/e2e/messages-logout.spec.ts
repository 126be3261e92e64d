// Logging out: with confirmation from the header and the sidebar, without it from the menu (spec.md §2, §8).

import { demoAccounts } from './demo-accounts'
import { expectNotice } from './messages'
import { newCustomer, tokenOf } from './shop-api'
import { answer, begin, expect, question, test } from './shop-test'
import { open } from './watched-page'

test('logout: refused, and successful', async ({ page, isMobile }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  await open(page, '/contact')
  await answer(page, 'POST', /^\/users\/logout$/, 500)
  const logOut = async () => {
    if (isMobile) {
      if (!(await page.getByRole('dialog', { name: 'Menu' }).isVisible()))
        await page.getByRole('button', { name: 'Menu' }).click()
      return page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    }
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(question(page, 'Confirm Logout')).toContainText('Are you sure you want to log out?')
    await question(page, 'Confirm Logout').getByRole('button', { name: 'Logout' }).click()
  }
  await logOut()
  await expectNotice(page, 'Logout failed. Please try again.')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)

  await page.unrouteAll()
  await logOut()
  await expectNotice(page, 'Logged out successfully!')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('logout: from the back-office, after confirmation', async ({ page, isMobile }) => {
  await begin(page, { token: await tokenOf(demoAccounts().owner) })
  await open(page, '/admin')
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(question(page, 'Confirm Logout')).toContainText('Are you sure you want to log out?')
  await question(page, 'Confirm Logout').getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page, 'Confirm Logout')).toBeHidden()
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question(page, 'Confirm Logout').getByRole('button', { name: 'Logout' }).click()
  await expectNotice(page, 'Logged out successfully!')
  await expect(page).toHaveURL(/\/login$/)
})
