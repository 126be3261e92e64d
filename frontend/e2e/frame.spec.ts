import { expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test('the keyboard reaches the content first', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu links to pages and returns the focus', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'Wide screens show the links in the header')
  await open(page, '/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  await expect(dialog.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await dialog.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(dialog).toBeHidden()
})
