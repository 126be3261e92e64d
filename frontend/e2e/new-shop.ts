// A shop in an empty data folder, with a database and a port of its own, for one test.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from './shop-test'

const BINARY = path.resolve(process.env.SHOP_BINARY ?? '../target/debug/api')
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH']

/** `link` is the printed one, with which the owner sets the shop up. */
export type NewShop = { url: string; link: string }

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

/** A test with a shop that waits for its set-up. */
export const onNewShop = test.extend<{ shop: NewShop }>({
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
  baseURL: ({ shop }, use) => use(shop.url),
})
