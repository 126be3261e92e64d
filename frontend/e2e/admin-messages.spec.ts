// What visitors write on /contact, in the back-office.
import { call, ownerToken, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test('a message from the contact page is read, done and opened again', async ({ page }) => {
  const name = `Visitor ${unique()}`
  const message = `Do you deliver to Jaffna?\n${name}`
  await call('POST', '/contact', { name, email: 'visitor@example.com', message })
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/messages')
  await expectSound(page)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Read the message of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Message of ${name}`, exact: true })
  await expect(dialog.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
    'href',
    /^mailto:visitor@example\.com\?subject=Re%3A%20Your%20message%20to%20Araliya&body=/,
  )
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()

  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(row).toContainText('by ')
  await row.getByRole('button', { name: `Read the message of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(row).toBeHidden()
  // Closing the dialog goes back in the history, which would abort the next navigation.
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/admin/messages')
  await expect(row).toBeVisible()
  await expectSound(page)
})
