// An owner makes an empty shop their own in the browser alone: set-up, name, logo, colours, home page, a page of text. The storefront
// then shows nothing of the shop as it came. SCREENSHOTS names a folder for the pictures of it.
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { walkDown } from '../scripts/walk-down.mjs'
import { drawnPicture, type Picture } from './drawn-pictures'
import { expectNoticeText } from './messages'
import { type NewShop, onNewShop } from './new-shop'
import { expect } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

const NAME = 'Sumudu Beauty'
const ACCENT = '#4c3a8c'
const SUPPORT = '#1f6b4f'
const PAPER = '#faf9ff'
const SLIDES = [
  { heading: 'Calm as a blue lotus', subject: 'flower', from: '#f3effc', to: '#cfc4ee', petals: '#6a55b8' },
  { heading: 'Made in small batches', subject: 'bottles', from: '#f6efe4', to: '#e2cfae', petals: '#2f7d61' },
] as const
const PARTNERS = ['Manel House', 'Olu & Co', 'Nil Diya']
const ANNOUNCEMENT = 'Free samples with every order this week'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

type Pictures = { logo: Picture; icon: Picture; scenes: { wide: Picture; tall: Picture }[]; marks: Picture[] }

/** Draws everything that the owner uploads. */
async function drawPictures(page: Page): Promise<Pictures> {
  const png = { type: 'image/png', kind: 'flower', petals: ACCENT, width: 512, height: 512 } as const
  const jpeg = { type: 'image/jpeg', kind: 'scene' } as const
  const marks = { type: 'image/png', kind: 'mark', colour: '#3c3357', width: 480, height: 160 } as const
  return {
    logo: await drawnPicture(page, 'logo.png', png),
    icon: await drawnPicture(page, 'icon.png', { ...png, paper: PAPER }),
    scenes: await Promise.all(
      SLIDES.map(async ({ heading, ...scene }) => ({
        wide: await drawnPicture(page, 'wide.jpg', { ...jpeg, ...scene, width: 1920, height: 960 }),
        tall: await drawnPicture(page, 'tall.jpg', { ...jpeg, ...scene, width: 900, height: 1100 }),
      })),
    ),
    marks: await Promise.all(PARTNERS.map((text) => drawnPicture(page, 'mark.png', { ...marks, text }))),
  }
}

const FOLDER = process.env.SCREENSHOTS

/** Writes a picture of the page as it is, by default of its whole length. */
async function takePicture(page: Page, name: string, fullPage = true) {
  if (FOLDER === undefined) return
  if (fullPage) await walkDown(page)
  const file = `sumudu-${name}-${page.viewportSize()?.width}.jpg`
  await page.screenshot({ path: path.join(FOLDER, file), type: 'jpeg', quality: 80, fullPage })
}

async function setUp(page: Page, { link, url }: NewShop) {
  await page.goto(link)
  await page.getByLabel('First Name').fill('Sumudu')
  await page.getByLabel('Last Name').fill('Jayasinghe')
  await page.getByLabel('Email').fill('owner@sumudu.example')
  await page.getByLabel('Password', { exact: true }).fill('blue lotus in the morning')
  await page.getByLabel('Name of your shop').fill(NAME)
  await page.getByRole('button', { name: 'Set up my shop' }).click()
  await expectNoticeText(page, `Welcome to ${NAME}!`)
  await expect(page).toHaveURL(`${url}/admin`)
}

/** Publishes the open document through its dialog. */
async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish...' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish: / })
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, 'Published. Visitors see it now.')
  await expect(dialog).toBeHidden()
}

/** Chooses a picture and waits until it is uploaded. */
async function upload(part: Locator, label: string, picture: Picture) {
  const page = part.page()
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/images'))
  await part
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator('input[type=file]'))
    .setInputFiles(picture)
  expect((await sent).ok()).toBe(true)
}

async function makeIdentity(page: Page, { logo, icon }: Pictures) {
  await open(page, '/admin/look/identity')
  const form = page.getByRole('form', { name: 'Identity' })
  await upload(form, 'Logo', logo)
  await upload(form, 'Icon', icon)
  await page.getByRole('textbox', { name: /^Tagline/ }).fill('Skincare from the lake country')
  await page.getByRole('textbox', { name: /^Phone/ }).fill('+94 52 223 4455')
  await page.getByRole('textbox', { name: /^Address/ }).fill('8 Lake Road, Nuwara Eliya')
  await publish(page)
  const brand = page.getByRole('complementary').getByRole('link', { name: NAME })
  await expect(brand.locator('img')).toHaveAttribute('src', /^\/images\//)
}

async function makeColours(page: Page) {
  await open(page, '/admin/look/theme')
  for (const [name, colour] of Object.entries({ Accent: ACCENT, Support: SUPPORT, Paper: PAPER }))
    await page.getByRole('textbox', { name, exact: true }).fill(colour)
  await expect(page.getByRole('heading', { name: 'Everything can be read' })).toBeVisible()
  await publish(page)
}

async function makeHomePage(page: Page, { scenes, marks }: Pictures) {
  await open(page, '/admin/look/home')
  const sections = page.getByRole('list', { name: 'Sections' })
  const part = (name: string) => sections.getByRole('region', { name, exact: true })

  // The large pictures of the app show other products, so the shop begins without them.
  await sections.getByRole('switch', { name: 'Show Large pictures' }).click()
  await sections.getByRole('button', { name: /^Large pictures/ }).click()
  for (const [index, { heading }] of SLIDES.entries()) {
    const toggle = part('Slides').getByRole('button', { name: new RegExp(`^Slide ${index + 1}`) })
    // The shop begins with one slide; an added one is open.
    await (index === 0 ? toggle : part('Slides').getByRole('button', { name: 'Add a slide' })).click()
    await part('Slides')
      .getByRole('textbox', { name: /^Heading/ })
      .fill(heading)
    const { wide, tall } = scenes[index] as Pictures['scenes'][number]
    await upload(part('Slides'), 'Wide picture', wide)
    await upload(part('Slides'), 'Tall picture', tall)
    await toggle.click()
  }

  // The shop begins without partners.
  await page.getByRole('region', { name: 'Add a section' }).getByRole('button', { name: 'Partners' }).click()
  const partners = sections
    .getByRole('listitem')
    .filter({ has: page.getByRole('region', { name: 'Brands', exact: true }) })
  await partners.getByRole('textbox', { name: /^Heading/ }).fill('Our brands')
  for (const [index, name] of PARTNERS.entries()) {
    const toggle = part('Brands').getByRole('button', { name: new RegExp(`^Brand ${index + 1}`) })
    // An added section has one brand already, closed; an added brand is open.
    const add = part('Brands').getByRole('button', { name: 'Add a brand' })
    await ((await toggle.isVisible()) ? toggle : add).click()
    await part('Brands').getByRole('textbox', { name: /^Name/ }).fill(name)
    await part('Brands')
      .getByRole('textbox', { name: /^Leads to/ })
      .fill(`https://brands.example/${index + 1}`)
    await upload(part('Brands'), 'Logo', marks[index] as Picture)
    await toggle.click()
  }
  await publish(page)
}

async function makePrivacyPage(page: Page) {
  await open(page, '/admin/look/pages')
  await page.getByRole('link', { name: /\/pages\/privacy/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await publish(page)
}

/** A phone is enough to publish. */
async function announceOnPhone(page: Page) {
  await page.setViewportSize(PHONE)
  await open(page, '/admin/look/announcement')
  await page.getByRole('textbox', { name: /^Text/ }).fill(ANNOUNCEMENT)
  await expectSound(page)
  await publish(page)
}

/** The editor of the home page beside its preview. */
async function takeLookPictures(page: Page) {
  if (FOLDER === undefined) return
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await open(page, '/admin/look/home')
    await page.getByRole('button', { name: /^Large pictures/ }).click()
    await page.getByRole('button', { name: /^Slide 1/ }).click()
    await page.waitForLoadState('networkidle')
    await takePicture(page, 'look', false)
  }
}

/** Expects that a page of the shop passes the accessibility check and names no other shop, in its text and in its head. */
async function expectOwn(page: Page, path: string) {
  await open(page, path)
  await expect(page.getByRole('banner').getByRole('link', { name: NAME })).toBeVisible()
  await expectSound(page)
  const html = await page.content()
  expect(html.match(/.{0,80}araliya.{0,80}/i)?.[0]).toBeUndefined()
}

async function expectStorefront(page: Page) {
  await expectOwn(page, '/')
  await takePicture(page, 'home')
  await expect(page.getByRole('region', { name: 'Announcement' })).toContainText(ANNOUNCEMENT)
  await expect(page).toHaveTitle(new RegExp(NAME))
  const logo = page.getByRole('banner').locator('img')
  await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute('href', /^\/images\//)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const root = page.locator('html')
  expect(await root.evaluate((html) => getComputedStyle(html).getPropertyValue('--color-lotus').trim())).toBe(
    ACCENT,
  )
  for (const { heading } of SLIDES) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await page.getByRole('button', { name: 'Next slide' }).click()
  }
  for (const name of PARTNERS) await expect(page.getByRole('link', { name })).toBeVisible()
  await expectOwn(page, '/products')
  await expectOwn(page, '/contact')
  await expectOwn(page, '/pages/privacy')
  await expect(page.getByRole('main')).toContainText(`${NAME} keeps only what your orders`)
  await takePicture(page, 'page')
}

onNewShop('an owner makes an empty shop their own', async ({ page, shop }) => {
  onNewShop.setTimeout(120_000)
  const pictures = await drawPictures(page)
  await setUp(page, shop)
  await makeIdentity(page, pictures)
  await makeColours(page)
  await makeHomePage(page, pictures)
  await makePrivacyPage(page)
  await announceOnPhone(page)
  await takeLookPictures(page)
  // The owner's own view of the shop has a way back to the back-office.
  await expectOwn(page, '/')
  await page.evaluate(() => localStorage.clear())
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await expectStorefront(page)
  }
})
