// The mails of the shop: on a phone, and in the back-office.
import type { Page } from '@playwright/test'
import { call, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

type Mail = { kind: string; subject: string; text: string; html: string }

async function allMails(language: string): Promise<Mail[]> {
  const token = await ownerToken()
  const kinds = await call<Pick<Mail, 'kind'>[]>('GET', '/admin/mails', undefined, token)
  const paths = kinds.map(({ kind }) => `/admin/mails/${kind}?language=${language}`)
  return Promise.all(paths.map((path) => call<Mail>('GET', path, undefined, token)))
}

for (const language of ['en', 'si', 'ta']) {
  test(`every mail fits a phone of 320 pixels: ${language}`, { tag: '@phone' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const { kind, html } of await allMails(language)) {
      await page.setContent(html)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(320)
      await test
        .info()
        .attach(kind, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    }
  })
}

/** The colour of the button in the shown mail. A script of the test cannot run in the mail itself: its frame allows none. */
const buttonColour = (page: Page) =>
  page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    const button = frame.contentDocument?.querySelector('a[href*="/orders/ARA-"]')
    return button == null ? null : getComputedStyle(button).backgroundColor
  })

test('the back-office shows each mail as a customer sees it', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/mails?kind=placed')
  await expect.poll(() => buttonColour(page)).toBe('rgb(155, 47, 79)')
  await page.getByRole('button', { name: 'Text only' }).click()
  await expect(page.locator('pre')).toContainText('Order ARA-7K3M-Q9TX')
  await page.getByLabel('Language').selectOption('ta')
  await expect(page.locator('pre')).toContainText('ஆர்டர் ARA-7K3M-Q9TX')
  await expectSound(page)
})
