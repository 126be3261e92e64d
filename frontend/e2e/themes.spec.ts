// Colours at the limits of contrast that the server accepts: axe finds every text readable. Nothing is published: the page gets the
// tokens that the published style sheet would have.
import type { Page } from '@playwright/test'
import { faultsOf } from './accessibility'
import { call, ownerToken, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { open } from './watched-page'

type Colours = { accent: string; support: string; paper: string }
type Check = { colour: keyof Colours; nearest: string | null }
type Derived = { isReadable: boolean; tokens: { name: string; colour: string }[]; checks: Check[] }

/** Too pale or too dark: the nearest colours that pass are at the limit. The last is as far from pale as colours go. */
const WISHES: readonly Colours[] = [
  { accent: '#ffb3c1', support: '#b9f2d0', paper: '#ffffff' },
  { accent: '#ffe45c', support: '#8fd3ff', paper: '#fff2b8' },
  { accent: '#7dd3fc', support: '#ffd6a5', paper: '#d9d2c9' },
  { accent: '#b8ff5c', support: '#c9b6ff', paper: '#e6f4ea' },
  { accent: '#000000', support: '#000000', paper: '#ffffff' },
]

const derive = async (colours: Colours) =>
  call<Derived>('POST', '/admin/theme/derive', colours, await ownerToken())

/** The style sheet of the nearest colours that the server accepts. */
async function acceptedSheet(wish: Colours): Promise<string> {
  const colours = { ...wish }
  for (const { colour, nearest } of (await derive(wish)).checks) {
    if (nearest !== null) colours[colour] = nearest
  }
  const { isReadable, tokens, checks } = await derive(colours)
  expect(isReadable, JSON.stringify({ colours, checks })).toBe(true)
  return `:root{${tokens.map(({ name, colour }) => `--color-${name}:${colour};`).join('')}}`
}

/** The texts that axe finds hard to read with this style sheet. */
async function unreadable(page: Page, css: string): Promise<string[]> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
    return Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))
  }, css)
  return faultsOf(page, { rules: ['color-contrast'] })
}

for (const path of [
  '/',
  '/products',
  `/products/productinfo/${SERUM.productId}`,
  '/contact',
  '/login',
  '/admin/orders',
]) {
  test(`texts are readable with every accepted theme: ${path}`, async ({ page }) => {
    if (path.startsWith('/admin')) await begin(page, { token: await ownerToken() })
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const wish of WISHES)
      expect(await unreadable(page, await acceptedSheet(wish)), JSON.stringify(wish)).toEqual([])
    // The check can fail.
    expect(await unreadable(page, ':root{--color-ink:#ffffff;--color-cocoa:#ffffff}')).not.toEqual([])
  })
}
