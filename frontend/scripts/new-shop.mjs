// Starts a shop in an empty folder, with a database and a port of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const BINARY = path.resolve(process.env.SHOP_BINARY ?? '../target/debug/api')
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH']

const freePort = () =>
  new Promise((resolve) => {
    const listening = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listening.address()
      listening.close(() => resolve(port))
    })
  })

/** Resolves with its address, the printed link that sets it up, and what stops and removes it. `more` are further variables. */
export async function startNewShop(more = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'new-shop-'))
  const port = await freePort()
  // The search for a .env in the folders above ends at this one.
  writeFileSync(path.join(folder, '.env'), '')
  const postgres = path.resolve(process.env.PG_NPM_DIR ?? '../target/postgres')
  const kept = Object.fromEntries(KEPT.flatMap((name) => [[name, process.env[name]]]))
  const pgBin = process.env.PG_BIN === undefined ? {} : { PG_BIN: path.resolve(process.env.PG_BIN) }
  const shop = spawn(BINARY, ['serve'], {
    cwd: folder,
    env: { ...kept, ...pgBin, PG_NPM_DIR: postgres, DATA_DIR: folder, BIND: `127.0.0.1:${port}`, ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  const link = await new Promise((resolve, reject) => {
    shop.once('exit', (code) => reject(new Error(`The shop ended with ${code}`)))
    shop.stdout.on('data', (text) => {
      printed += text.toString()
      const found = printed.match(/^http\S+\/setup#token=\S+$/m)?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  const stop = async () => {
    const ended = new Promise((resolve) => shop.once('exit', resolve))
    shop.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, link, stop }
}
