// Profile pictures on the real server: selection, preview, refusal, progress, stop and storage.
import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectNotice, expectNoticeText } from './messages'
import { newCustomer, unique } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return framed
}

/** A PNG of noise, which has about three bytes per pixel. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  let seed = 1
  const rows = Buffer.alloc(height * (1 + width * 3), 0)
  for (let at = 0; at < rows.length; at += 1) {
    if (at % (1 + width * 3) === 0) continue
    seed = (seed * 48271) % 2147483647
    rows[at] = seed & 255
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

const picture = (buffer: Buffer, name = 'me.png', mimeType = 'image/png') => ({ name, mimeType, buffer })
const preview = (page: Page) => page.getByRole('img', { name: 'Preview of the chosen picture' })
const field = (page: Page) => page.getByLabel(/Profile Picture/)

/** Slows the upload down, so that its progress is visible. */
async function slowUploads(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: bytesPerSecond })
  return () => session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 })
}

async function fillIn(page: Page): Promise<string> {
  const email = `visitor-${unique()}@example.com`
  await page.getByLabel('First Name').fill('Amaya')
  await page.getByLabel('Last Name').fill('Visitor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  return email
}

test('registration: a file that is not a picture is refused with the reason', async ({ page }) => {
  await open(page, '/register')
  await fillIn(page)
  await field(page).setInputFiles(picture(Buffer.alloc(5 * 1024 * 1024 + 1), 'huge.png'))
  await expect(page.getByRole('alert')).toHaveText('The picture is larger than 5 MB.')
  await expect(preview(page)).toBeHidden()
  await expectSound(page)
  await field(page).setInputFiles(picture(Buffer.from('%PDF-1.7'), 'cv.pdf', 'application/pdf'))
  await expect(page.getByRole('alert')).toHaveText('Please choose a JPEG, PNG, WebP or GIF picture.')

  // The name is that of a picture, the content is not: only the server can detect this.
  await field(page).setInputFiles(picture(Buffer.from('<html><script>alert(1)</script></html>')))
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectNotice(page, 'Profile picture upload failed.')
  await expect(page.getByRole('alert')).toContainText(/picture/i)
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByLabel('First Name')).toHaveValue('Amaya')

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(field(page)).toBeFocused()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('registration: an upload shows its progress, and can be stopped', async ({ page }) => {
  await open(page, '/register')
  await fillIn(page)
  await field(page).setInputFiles(picture(png(600, 600)))
  await expect(preview(page)).toBeVisible()
  const registrations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users')) registrations.push(request.url())
  })
  const asUsual = await slowUploads(page, 60_000)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const progress = page.getByRole('progressbar', { name: 'Uploading the picture' })
  await expect(progress).toBeVisible()
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expectNoticeText(page, 'The upload was stopped. Nothing was sent.')
  await expect(progress).toBeHidden()
  await expect(preview(page)).toBeVisible()
  expect(registrations).toEqual([])

  await asUsual()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(registrations).toHaveLength(1)
})

test('profile: an upload shows its progress, can be stopped, and succeeds', async ({ page, isMobile }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  await open(page, '/user')
  await field(page).setInputFiles(picture(png(600, 600)))
  await expect(preview(page)).toBeVisible()
  const asUsual = await slowUploads(page, 60_000)
  await page.getByRole('button', { name: 'Update User Details' }).click()
  const dialog = question(page, 'Confirm Update')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Uploading the picture' })).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog).toBeHidden()
  await expect(preview(page)).toBeVisible()

  await asUsual()
  await page.getByRole('button', { name: 'Update User Details' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectNotice(page, 'Your details were updated successfully')
  const own = page.getByRole('img', { name: 'Your profile picture' })
  await expect(own).toHaveAttribute('src', /\/images\/\d+-me\.webp/)
  await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  if (isMobile) return
  await expect(page.getByRole('banner').locator('a[href="/user"] img')).toHaveAttribute(
    'src',
    /\/images\/\d+-me\.webp/,
  )
})
