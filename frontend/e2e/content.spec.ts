// What the owner publishes is what visitors see, on phones and wide screens. These tests change the whole shop: they run alone.
import type { Page } from '@playwright/test'
import { withPublished } from './published'
import { call, unique } from './shop-api'
import { expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.describe.configure({ mode: 'serial' })

const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })

type Section = {
  kind: string
  isShown: boolean
  slides?: { heading: string; scrim: string; alt: string | null }[]
}

/** How far the page moved while it was loaded, as browsers count it (CLS). */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 500)
      }),
  )

for (const [name, viewport] of Object.entries(SCREENS)) {
  test.describe(name, () => {
    test.use({ viewport })

    test('an announcement is in the first view, and stays away once dismissed', async ({ page }) => {
      const words = `Free delivery ${unique()}`
      const change = () => ({
        text: words,
        link: { label: 'See the products', to: '/products' },
        from: null,
        until: null,
      })
      await withPublished('announcement', change, async () => {
        const served = await (await page.request.get('/contact')).text()
        expect(served.split('id="__data__"')[0]).toContain(words)
        await open(page, '/contact')
        const bar = page.getByRole('region', { name: 'Announcement' })
        await expect(bar).toContainText(words)
        await expect(bar.getByRole('link', { name: 'See the products' })).toHaveAttribute('href', '/products')
        await expectSound(page)
        await bar.getByRole('button', { name: 'Dismiss the announcement' }).click()
        await expect(bar).toHaveCount(0)
        await open(page, '/contact')
        await expect(bar).toHaveCount(0)
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      })
      await open(page, '/contact')
      await expect(page.getByRole('region', { name: 'Announcement' })).toHaveCount(0)
    })

    test('the home page has the owner’s sections in their order', async ({ page }) => {
      const heading = `Soap of the house ${unique()}`
      const change = (body: Record<string, unknown>) => {
        const sections = structuredClone(body.sections) as Section[]
        const hero = sections.find(({ kind }) => kind === 'hero')
        const [first] = hero?.slides ?? []
        if (hero === undefined || first === undefined) throw new Error('The hero has no slide')
        hero.slides = [{ ...first, heading, scrim: 'dark', alt: 'Flowers on a table' }]
        const rest = sections.filter(({ kind }) => kind !== 'tips' && kind !== 'partners')
        const story = {
          kind: 'text',
          isShown: true,
          heading: 'Our story',
          body: { type: 'doc', content: [paragraph(text('Since 1990.', { type: 'bold' }))] },
        }
        const tips = sections.filter(({ kind }) => kind === 'tips')
        return { sections: [...tips, story, ...rest] }
      }
      await withPublished('home', change, async () => {
        const served = await (await page.request.get('/')).text()
        expect(served.split('id="__data__"')[0]).toContain(heading)
        await open(page, '/')
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        await expect(page.getByRole('img', { name: 'Flowers on a table' })).toBeAttached()
        await expect(page.getByRole('button', { name: 'Next slide' })).toHaveCount(0)
        await expect(page.getByRole('heading', { name: 'Our Trusted Partners' })).toHaveCount(0)
        const names = await page.locator('main h2').allTextContents()
        expect(names.slice(0, 3)).toEqual(['Skincare Tips', 'Our story', heading])
        await expectSound(page)
      })
    })

    test('the name, the footer and the contact page are the owner’s', async ({ page }) => {
      const shop = `Nelum ${unique()}`
      const identity = (body: Record<string, unknown>) => ({
        ...body,
        name: shop,
        phone: '+94 91 222 3344',
        mapPoint: { latitude: 6.0267, longitude: 80.217 },
        social: [{ label: 'Instagram', to: 'https://instagram.example/nelum' }],
      })
      const footer = (body: Record<string, unknown>) => ({ ...body, rights: 'Made in Galle.', credit: null })
      await withPublished('identity', identity, () =>
        withPublished('footer', footer, async () => {
          await open(page, '/contact')
          await expect(page).toHaveTitle(`Contact — ${shop}`)
          await expect(page.getByRole('banner')).toContainText(shop)
          const foot = page.getByRole('contentinfo')
          await expect(foot).toContainText(`${shop}. Made in Galle.`)
          await expect(foot.getByRole('link', { name: 'Instagram' })).toBeVisible()
          await expect(foot).not.toContainText('Powered by')
          await expect(page.getByRole('main')).toContainText('+94 91 222 3344')
          await expectSound(page)
        }),
      )
    })

    test('a page of text is unknown until it is published', async ({ page }) => {
      const slug = `story-${unique()}`
      const missing = await page.request.get(`/pages/${slug}`)
      expect(missing.status()).toBe(404)
      await open(page, `/pages/${slug}`)
      await expect(page.getByRole('heading', { name: '404 Error - Page Not Found' })).toBeVisible()
      const change = () => ({
        title: 'Our long story',
        description: 'How it began.',
        isShown: true,
        body: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 2 }, content: [text('The beginning')] },
            paragraph(text('See '), text('our products', { type: 'link', attrs: { href: '/products' } })),
            {
              type: 'bulletList',
              content: [{ type: 'listItem', content: [paragraph(text('Soap'))] }],
            },
          ],
        },
      })
      const hide = async () =>
        withPublished(
          `page:${slug}`,
          (body) => ({ ...body, isShown: false }),
          async () => {
            expect((await page.request.get(`/pages/${slug}`)).status()).toBe(404)
          },
        )
      await withPublished(`page:${slug}`, change, async () => {
        const served = await page.request.get(`/pages/${slug}`)
        expect(served.status()).toBe(200)
        expect(await served.text()).toContain('<h2')
        await open(page, '/contact')
        await page.getByRole('contentinfo').getByRole('link', { name: 'Our long story' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Our long story' })).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`/pages/${slug}$`))
        await expectSound(page)
        await page.reload()
        await page.getByRole('main').getByRole('link', { name: 'our products' }).click()
        await expect(page).toHaveURL(/\/products$/)
        await hide()
      })
    })

    test('the colours of a published theme pass the accessibility check', async ({ page }) => {
      const change = () => ({ accent: '#1d4ed8', support: '#14532d', paper: '#ffffff' })
      await withPublished('theme', change, async () => {
        for (const path of ['/', '/products', '/contact']) {
          await open(page, path)
          await expectSound(page)
        }
        const { stylesheet } = await call<{ stylesheet: string | null }>('GET', '/content')
        await expect(page.locator(`link[rel="stylesheet"][href="${stylesheet}"]`)).toHaveCount(1)
        const colour = await page
          .getByRole('button', { name: 'Send Message' })
          .evaluate((button) => getComputedStyle(button).backgroundColor)
        expect(colour).toBe('rgb(29, 78, 216)')
      })
    })
  })
}

test('a page of the shop shows drafts in the preview, as a guest', async ({ page }) => {
  await open(page, '/contact')
  const published = await call<Record<string, unknown>>('GET', '/content')
  const identity = { ...(published.identity as object), name: 'Draft & Co' }
  await page.evaluate(
    ({ content }) => {
      const frame = document.createElement('iframe')
      frame.title = 'Preview'
      frame.className = 'h-96 w-full'
      frame.src = '/preview/contact'
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== location.origin) return
        if (data?.type !== 'araliya:preview-ready') return
        const tokens = { lotus: '#1d4ed8' }
        frame.contentWindow?.postMessage({ type: 'araliya:preview', content, tokens }, location.origin)
      })
      document.body.append(frame)
    },
    { content: { ...published, identity } },
  )
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('banner')).toContainText('Draft & Co')
  const send = preview.getByRole('button', { name: 'Send Message' })
  await expect(send).toHaveCSS('background-color', 'rgb(29, 78, 216)')
  await expect(page.getByRole('banner')).not.toContainText('Draft & Co')
  await preview.getByLabel('Your Name').fill('Nimal')
  await preview.getByLabel('Your Email').fill('nimal@example.com')
  await preview.getByLabel('Message').fill('Nothing of this is sent.')
  await send.click()
  await expect(preview.getByText(/This is a preview/).first()).toBeVisible()
})

test('another site cannot frame the preview', async ({ browser, baseURL }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('http://other.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe title="Preview" src="${baseURL}/preview/contact"></iframe>`,
    }),
  )
  await page.goto('http://other.example/')
  await expect(page.frameLocator('iframe').getByRole('banner')).toHaveCount(0)
  await context.close()
})
