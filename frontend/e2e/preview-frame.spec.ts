// The preview is framed by the shop alone: another origin gets no page.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { watch } from './watched-page'

const SHOP = new URL(process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080').origin

/** A page of another origin, with frames of the shop and one of its own. */
const PAGE = `<!doctype html><title>Elsewhere</title>
<iframe title="preview" src="${SHOP}/preview/contact"></iframe>
<iframe title="start" src="${SHOP}/preview/"></iframe>
<iframe title="page" src="${SHOP}/contact"></iframe>
<iframe title="own" src="/own"></iframe>`

let elsewhere: Server
test.beforeAll(async () => {
  elsewhere = createServer((request, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(request.url === '/own' ? '<p>A page of this origin</p>' : PAGE)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
test.afterAll(() => elsewhere.close())

test('another origin frames neither the preview nor a page of the shop', async ({ page }) => {
  const complaints = watch(page)
  const { port } = elsewhere.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect(page.frameLocator('[title=own]').getByText('A page of this origin')).toBeVisible()
  for (const title of ['preview', 'start', 'page']) {
    const frame = await (await page.locator(`[title=${title}]`).elementHandle())?.contentFrame()
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
    expect(await frame?.evaluate(() => document.querySelector('#root'))).toBeNull()
  }
  const refused = complaints.filter((text) => /frame-ancestors/.test(text))
  expect(refused).toHaveLength(3)
})

test('a page of the shop frames the preview', async ({ page }) => {
  const complaints = watch(page)
  await page.goto('/contact')
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.title = 'preview'
    frame.src = '/preview/contact'
    document.body.append(frame)
  })
  await expect(page.frameLocator('[title=preview]').getByRole('heading', { level: 1 })).toHaveText('Contact')
  expect(complaints).toEqual([])
})
