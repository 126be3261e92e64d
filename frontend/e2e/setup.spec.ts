// A new shop, from an empty data folder: the printed link, the set-up, the first steps, the first product. Each test has a shop of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectNoticeText } from './messages'
import { expect, test } from './shop-test'
import { expectSound } from './watched-page'

const BINARY = path.resolve(process.env.SHOP_BINARY ?? '../target/debug/api')
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH']

type NewShop = { url: string; link: string }

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const listening = createServer().listen(0, '127.0.0.1', () => {
      const address = listening.address()
      listening.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Starts a shop in an empty folder; resolves with the link that it prints. */
async function start(folder: string): Promise<[ChildProcess, NewShop]> {
  const port = await freePort()
  // The search for a .env in the folders above ends at this one.
  writeFileSync(path.join(folder, '.env'), '')
  const postgres = path.resolve(process.env.PG_NPM_DIR ?? '../target/postgres')
  const kept = Object.fromEntries(KEPT.flatMap((name) => [[name, process.env[name]]]))
  const pgBin = process.env.PG_BIN === undefined ? {} : { PG_BIN: path.resolve(process.env.PG_BIN) }
  const shop = spawn(BINARY, ['serve'], {
    cwd: folder,
    env: { ...kept, ...pgBin, PG_NPM_DIR: postgres, DATA_DIR: folder, BIND: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  const link = await new Promise<string>((resolve, reject) => {
    shop.once('exit', (code) => reject(new Error(`The shop ended with ${code}`)))
    shop.stdout.on('data', (text: Buffer) => {
      printed += text.toString()
      const found = printed.match(/^http\S+\/setup#token=\S+$/m)?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  return [shop, { url: `http://127.0.0.1:${port}`, link }]
}

const onNewShop = test.extend<{ shop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs
  shop: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'new-shop-'))
    const [running, shop] = await start(folder)
    await use(shop)
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  },
})

onNewShop('an owner sets up an empty shop and adds the first product', async ({ page, shop }) => {
  await page.goto(shop.link)
  await expect(page.getByRole('heading', { name: 'Set up your shop' })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/setup`)
  await expectSound(page)
  await page.getByRole('button', { name: 'Set up my shop' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('First Name').fill('Ayesha')
  await page.getByLabel('Last Name').fill('Silva')
  await page.getByLabel('Email').fill('owner@kiri.example')
  await page.getByLabel('Password', { exact: true }).fill('temple flowers at dusk')
  await page.getByLabel('Name of your shop').fill('Kiri Cosmetics')
  await page.getByRole('button', { name: 'Set up my shop' }).click()
  await expectNoticeText(page, 'Welcome to Kiri Cosmetics!')
  await expect(page).toHaveURL(`${shop.url}/admin`)

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('0 of 5 done.')).toBeVisible()
  await expectSound(page)
  await steps.getByRole('link', { name: /Add your first product/ }).click()
  await page.getByRole('button', { name: 'Help for this page' }).click()
  const help = page.getByRole('dialog', { name: 'Help: Adding and changing a product' })
  await expect(help.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help for this page' })).toBeFocused()
  await page.getByLabel('Product ID').fill('ROSE-50ML')
  await page.getByLabel('Product Name').fill('Rose water')
  await page.getByLabel('Description').fill('Distilled from roses of Nuwara Eliya.')
  await page.getByLabel('Price (LKR)', { exact: true }).fill('1200')
  await page.getByLabel('Stock', { exact: true }).fill('10')
  await page.getByRole('button', { name: /^Add Product/ }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)

  await page.goto(`${shop.url}/admin`)
  await expect(steps.getByText('1 of 5 done.')).toBeVisible()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toBeHidden()
})

onNewShop('a used link leads to the login', async ({ page, shop }) => {
  const owner = {
    email: 'owner@kiri.example',
    firstName: 'Ayesha',
    lastName: 'Silva',
    password: 'temple flowers',
  }
  const token = new URLSearchParams(new URL(shop.link).hash.slice(1)).get('token')
  const data = { token, owner, shopName: 'Kiri', data: 'empty' }
  const answer = await page.request.post(`${shop.url}/api/setup`, { data })
  expect(answer.status()).toBe(200)
  await page.goto(shop.link)
  await expect(page.getByRole('alert')).toContainText('the shop has an owner already')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
})
