// Takes the pictures of the handbook (docs/handbook), which the back-office shows too: the content of main pages in a narrow window,
// small enough for the binary. Every owner sees them, so they show a shop that is nobody's, in an empty folder.
// One alone: npm run screenshots:handbook -- orders
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from './browser.mjs'
import { fillShop } from './handbook-shop.mjs'
import { startNewShop } from './new-shop.mjs'

const folder = join(import.meta.dirname, '../../docs/handbook')
const WIDTH = 900
const HEIGHT = 640
/** Of WebP, from 0 to 1. */
const QUALITY = 0.5

const PAGES = {
  dashboard: '/admin',
  products: '/admin/products',
  'add-product': '/admin/products/addProducts',
  promotions: '/admin/promotions',
  orders: '/admin/orders',
  customers: '/admin/customers',
  look: '/admin/look',
  staff: '/admin/staff',
  delivery: '/admin/settings/delivery',
  payments: '/admin/settings/payments',
}

/** A picture as WebP, which the browser encodes. */
async function webpOf(page, png) {
  await page.goto('about:blank')
  const bytes = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      canvas.getContext('2d').drawImage(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      return Array.from(new Uint8Array(await blob.arrayBuffer()))
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY],
  )
  return Buffer.from(bytes)
}

async function shoot(browser, { url, token }, name) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 800 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript((signedIn) => localStorage.setItem('token', signedIn), token)
  const page = await context.newPage()
  await page.goto(url + PAGES[name], { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  // Below the header with the shop's name, which is another in each shop.
  const top = (await page.locator('#main').boundingBox()).y
  const clip = { x: 0, y: top, width: WIDTH, height: HEIGHT }
  const png = await page.screenshot({ clip })
  writeFileSync(join(folder, `${name}.webp`), await webpOf(page, png))
  await context.close()
}

mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
const shop = await startNewShop({ RATE_LIMIT_SCALE: '0' })
try {
  const token = await fillShop(shop)
  const browser = await launch()
  for (const name of wanted.length > 0 ? wanted : Object.keys(PAGES))
    await shoot(browser, { url: shop.url, token }, name)
  await browser.close()
} finally {
  await shop.stop()
}
