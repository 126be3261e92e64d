#!/usr/bin/env node
// Measures every list of the back-office and the dashboard in the small demo shop and in a large one, side by side, and writes
// docs/admin-lists.md: median milliseconds, their ratio, and how the database answered in the large shop.
//
//   .ci/measure-admin.mjs <api binary> <folder of the large shop>
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROUNDS = Number(process.env.ROUNDS ?? 31)
const WARM_UP = 8
const GOAL = 3
/** The most rows that a scan may read to show a page. */
const MANY_ROWS = 1000
const [program, largeFolder] = process.argv.slice(2).map((path) => resolve(path))
if (!largeFolder) {
  console.error('usage: .ci/measure-admin.mjs <api binary> <folder of the large shop>')
  process.exit(2)
}

// The environment of every process, and the place of PostgreSQL's programs. The caller's database, bucket or mail server must not be
// used. The search for an .env in the folders above ends at an empty one.
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH', 'RUST_BACKTRACE', 'RUST_LOG']
const kept = Object.fromEntries(KEPT.filter((name) => process.env[name]).map((name) => [name, process.env[name]]))
kept.PG_NPM_DIR = resolve(process.env.PG_NPM_DIR || 'target/postgres')
if (process.env.PG_BIN) kept.PG_BIN = resolve(process.env.PG_BIN)
const cwd = mkdtempSync(join(tmpdir(), 'measure-'))
writeFileSync(join(cwd, '.env'), '')

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const open = []
process.on('exit', () => {
  for (const shop of open) shop.child.kill('SIGTERM')
  rmSync(cwd, { recursive: true, force: true })
})

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

/** Starts a shop on this folder and signs the owner in. */
async function start(folder, args = ['serve', '--demo']) {
  const port = await freePort()
  const log = join(folder, 'measure.log')
  const out = openSync(log, 'w')
  const env = { ...kept, DATA_DIR: folder, BIND: `127.0.0.1:${port}`, RATE_LIMIT_SCALE: '0' }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', out, out] })
  const shop = { child, port, folder, token: '' }
  open.push(shop)
  for (let waited = 0; !readFileSync(log, 'utf8').includes('The shop is open'); waited += 200) {
    if (child.exitCode !== null || waited > 180_000) throw new Error(`the shop did not open:\n${readFileSync(log, 'utf8')}`)
    await new Promise((done) => setTimeout(done, 200))
  }
  const { admin_password: password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
  const signedIn = await ask(shop, '/api/users/login', { email: 'owner@araliya.example', password })
  shop.token = JSON.parse(signedIn.body).token
  return shop
}

async function stop(shop) {
  shop.child.kill('SIGTERM')
  await new Promise((done) => (shop.child.exitCode === null ? shop.child.once('exit', done) : done()))
  open.splice(open.indexOf(shop), 1)
}

/** Sends a request: status, headers, body, and its time in milliseconds. */
function ask(shop, path, body) {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${shop.token}`, ...(body && { 'content-type': 'application/json' }) }
    if (!shop.token) delete headers.authorization
    const begun = process.hrtime.bigint()
    const request = http.request({ agent, port: shop.port, path, method: body ? 'POST' : 'GET', headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const ms = Number(process.hrtime.bigint() - begun) / 1e6
        const text = Buffer.concat(parts).toString()
        if (response.statusCode >= 400) fail(new Error(`${path}: ${response.statusCode} ${text}`))
        else done({ headers: response.headers, body: text, ms })
      })
    })
    request.on('error', fail)
    request.end(body && JSON.stringify(body))
  })
}

const withParams = (path, params) => {
  const url = new URL(path, 'http://shop')
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.pathname + url.search
}

/** The address of the list's last full page, found by following the links; null when it has one page. */
async function latePage(shop, path) {
  let late = null
  let after = null
  for (let pages = 0; pages < 400; pages++) {
    const { headers } = await ask(shop, withParams(path, { limit: '500', ...(after && { after }) }))
    const next = /[?&]after=([^&>]+)/.exec(headers.link ?? '')?.[1]
    if (!next) break
    after = decodeURIComponent(next)
    late = withParams(path, { limit: '24', after })
  }
  if (late === null) {
    const { headers } = await ask(shop, withParams(path, { limit: '24' }))
    const next = /[?&]after=([^&>]+)/.exec(headers.link ?? '')?.[1]
    if (next) late = withParams(path, { limit: '24', after: decodeURIComponent(next) })
  }
  return late
}

/** Search texts of this shop. */
async function known(shop) {
  const [order] = JSON.parse((await ask(shop, '/api/orders?limit=1')).body)
  const [product] = JSON.parse((await ask(shop, '/api/products?limit=1')).body)
  return { order: order.orderId, email: order.email, product: product.productId }
}

const LISTS = [
  ['Dashboard', () => '/api/admin/overview?days=7'],
  ['Dashboard', () => '/api/admin/overview'],
  ['Dashboard', () => '/api/admin/overview?days=90'],
  ['Dashboard', () => '/api/orders/revenue-stats'],
  ['Dashboard', () => '/api/admin/waiting'],
  ['Dashboard', () => '/api/users/activity'],
  ['Products', () => '/api/products'],
  ['Products', () => '/api/products?sort=price'],
  ['Products', () => '/api/products?sort=-price'],
  ['Products', () => '/api/products?sort=name'],
  ['Products', () => '/api/products?sort=bestselling'],
  ['Products', () => '/api/products?inStock=true'],
  ['Products', () => '/api/products?inStock=false'],
  ['Products', () => '/api/products?discounted=true'],
  ['Products', () => '/api/products?category=Skincare'],
  ['Products', () => '/api/products?category=Skincare&sort=price'],
  ['Products', () => '/api/products?brand=Pinibindu'],
  ['Products', () => '/api/products?minPrice=1000&maxPrice=3000'],
  ['Products', () => '/api/products/search/serum'],
  ['Products', () => '/api/products/search/glow%20serum'],
  ['Products', () => '/api/products/search/sersum'],
  ['Products', ({ product }) => `/api/products/search/${product}`],
  ['Orders', () => '/api/orders'],
  ['Orders', () => '/api/orders?status=processing'],
  ['Orders', () => '/api/orders?status=shipped'],
  ['Orders', () => '/api/orders?status=completed'],
  ['Orders', () => '/api/orders?status=cancelled'],
  ['Orders', ({ order }) => `/api/orders?q=${order}`],
  ['Orders', ({ email }) => `/api/orders?q=${encodeURIComponent(email)}`],
  ['Orders', () => '/api/orders?q=perera'],
  ['Orders', () => '/api/orders?q=perera&status=completed'],
  ['Orders', () => '/api/orders?q=0771234567'],
  ['Orders', () => '/api/orders?fulfilment=toPack'],
  ['Orders', () => '/api/orders?payment=unpaid'],
  ['Orders', () => '/api/orders?payment=due'],
  ['Orders', () => '/api/orders?payment=paid'],
  ['Orders', () => '/api/orders?payment=pending'],
  ['Orders', () => '/api/orders?payment=refundDue'],
  ['Orders', () => '/api/orders?attention=true'],
  ['Orders', () => '/api/admin/orders/counts'],
  ['Orders', () => '/api/admin/orders/counts?q=perera'],
  ['Customers', () => '/api/users'],
  ['Customers', ({ email }) => `/api/users?q=${encodeURIComponent(email)}`],
  ['Customers', () => '/api/users?q=perera'],
  ['Reviews', () => '/api/reviews'],
]

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const isList = (path) => !/overview|revenue-stats|activity|waiting|counts/.test(path)
const firstPage = (path) => (isList(path) ? withParams(path, { limit: '24' }) : path)

/** The catalogue's answers are cached: another number of rows in each request makes the database answer. */
const asked = (path, time) => (path.startsWith('/api/products') ? withParams(path, { limit: String(10 + time) }) : path)

/** Medians of both shops, measured alternately so that other work of the machine affects both. */
async function compare([small, smallPath], [large, largePath], skipped) {
  const times = [[], []]
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const time = skipped + round + WARM_UP
    const pair = [await ask(small, asked(smallPath, time)), await ask(large, asked(largePath, time))]
    if (round >= 0) pair.forEach(({ ms }, index) => times[index].push(ms))
  }
  return times.map(median)
}

async function measure(small, large) {
  const [inSmall, inLarge] = [await known(small), await known(large)]
  const rows = []
  for (const [list, pathOf] of LISTS) {
    const paths = { small: pathOf(inSmall), large: pathOf(inLarge) }
    const first = { small: firstPage(paths.small), large: firstPage(paths.large) }
    const lateLarge = isList(paths.large) ? await latePage(large, paths.large) : null
    const lateSmall = isList(paths.small) ? ((await latePage(small, paths.small)) ?? first.small) : first.small
    const pages = [['1', first.small, first.large], ...(lateLarge ? [['late', lateSmall, lateLarge]] : [])]
    for (const [page, smallPath, largePath] of pages) {
      const [smallMs, largeMs] = await compare([small, smallPath], [large, largePath], page === 'late' ? ROUNDS + WARM_UP : 0)
      const { headers } = await ask(large, largePath)
      const row = { list, path: paths.large, page, largePath, smallMs, largeMs, ratio: largeMs / smallMs, count: headers['x-total-count'] }
      rows.push(row)
      console.log(`${cells(row).join('  ')}${row.ratio > GOAL ? '  ← above the goal' : ''}`)
    }
  }
  return rows
}

const shown = (path) => decodeURIComponent(path).replaceAll('|', '\\|')
const cells = (row) => [
  row.list.padEnd(9),
  shown(row.path).padEnd(52),
  row.page.padEnd(4),
  String(row.count ?? '').padStart(6),
  row.smallMs.toFixed(2).padStart(7),
  row.largeMs.toFixed(2).padStart(7),
  row.ratio.toFixed(2).padStart(6),
]

// PostgreSQL logs the plan of every statement while these settings are present.
const EXPLAIN = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_nested_statements = on',
  '',
].join('\n')

/** Statements of every request. */
const OF_EVERY_CALL = /sessions|SET |catalogue_changes|tallies WHERE id IN|sum_up|contact_messages/

function plansIn(log) {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m)
  return entries.filter((entry) => entry.includes('  plan:')).map((entry) => {
    const [, ms] = /duration: ([\d.]+) ms/.exec(entry) ?? []
    const text = entry.slice(entry.indexOf('Query Text:')).split('\n').filter((line) => !/CONTEXT:/.test(line))
    return { ms: Number(ms), text: text.map((line) => line.replace(/^\t/, '').slice(0, 1500)).join('\n').trim() }
  })
}

/** Tables that a plan reads from end to end, or nearly. */
function tablesReadWhole(text) {
  const scans = [...text.matchAll(/Seq Scan on (\w+)[^\n]*rows=(\d+) loops=(\d+)\)\n?([^\n]*\n)?([^\n]*Rows Removed by Filter: (\d+))?/g)]
  const many = scans.filter(([, , rows, , , , removed]) => Number(rows) + Number(removed ?? 0) > MANY_ROWS)
  return many.map(([, table, rows, , , , removed]) => `${table} (${Number(rows) + Number(removed ?? 0)} rows)`)
}

async function explain(folder, rows) {
  const settings = join(folder, 'postgres/pg/postgresql.auto.conf')
  if (!existsSync(settings)) return null
  const before = readFileSync(settings, 'utf8')
  appendFileSync(settings, EXPLAIN)
  const shop = await start(folder)
  const log = join(folder, "postgres/postgres.log")
  try {
    const plans = []
    for (const row of rows) {
      // The first plans of a statement are provisional; the last one stays.
      for (let time = 0; time < 7; time++) await ask(shop, asked(row.largePath, 40 + time))
      const from = statSync(log).size
      await ask(shop, row.largePath)
      await new Promise((done) => setTimeout(done, 60))
      const seen = plansIn(readFileSync(log).subarray(from).toString()).filter(({ text }) => !OF_EVERY_CALL.test(text.slice(0, 400)))
      plans.push({ row, plans: seen, whole: seen.flatMap(({ text }) => tablesReadWhole(text)) })
    }
    return plans
  } finally {
    await stop(shop)
    writeFileSync(settings, before)
  }
}

/** The plans of the statements behind each call: of first pages, and of late ones above the goal. */
function planReport(explained) {
  const told = explained.filter(({ row }) => row.page === '1' || row.ratio > GOAL)
  const plans = told.flatMap(({ row, plans }) => [
    `### \`${shown(row.path)}\`, page ${row.page}`,
    '',
    ...plans.flatMap(({ ms, text }) => ['```', `${ms.toFixed(2)} ms`, text, '```', '']),
  ])
  return ['# Plans of the statements behind each call, in the large shop', '', ...plans].join('\n')
}

function report(rows, explained, sizes) {
  const above = rows.filter(({ ratio }) => ratio > GOAL)
  const whole = (explained ?? []).filter(({ whole }) => whole.length > 0)
  const table = rows.map(
    (row) =>
      `| ${row.list} | \`${shown(row.path)}\` | ${row.page} | ${row.count ?? ''} | ${row.smallMs.toFixed(2)} | ${row.largeMs.toFixed(2)} | ${row.ratio.toFixed(2)} |`,
  )
  return [
    '# The lists of the back-office, in a small and in a large shop',
    '',
    '`make measure-admin` writes this page. The small shop is the demo shop; the large one (`make demo-large`) has',
    `${sizes}. A call is timed from its first byte to the answer's last one, over one kept connection, on`,
    `the machine that serves; each figure is the median of ${ROUNDS} calls, the two shops asked in turns. "Late" is the last page of`,
    'the list (or the 200,000th row), asked by its cursor. The catalogue keeps answers in memory, so each call asks it for another',
    'number of rows, from 10 on: what is measured is the database. The query plans are written into the data folder of the large shop.',
    '',
    `Goal: no more than ${GOAL} times the small shop's time, and no table read from end to end to show a page. Above it: ${
      above.length === 0 ? 'nothing' : above.map((row) => `\`${shown(row.path)}\` page ${row.page} (${row.ratio.toFixed(1)})`).join(', ')
    }. Tables read whole (more than ${MANY_ROWS} rows): ${
      explained === null
        ? 'not looked for'
        : whole.length === 0
          ? 'none'
          : whole.map(({ row, whole }) => `${[...new Set(whole)].join(', ')} by \`${shown(row.path)}\` page ${row.page}`).join('; ')
    }.`,
    '',
    '| list | call | page | rows | small, ms | large, ms | ratio |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: |',
    ...table,
    '',
  ].join('\n')
}

const smallFolder = mkdtempSync(join(tmpdir(), 'small-shop-'))
const [small, large] = [await start(smallFolder), await start(largeFolder)]
const counts = JSON.parse((await ask(large, '/api/admin/overview')).body)
const sizes = `${counts.products.total} products, ${counts.customers.total} users and ${counts.orders.total} orders`
console.log(`The large shop has ${sizes}. Small and large in milliseconds, and their ratio:`)
const rows = await measure(small, large)
await stop(small)
await stop(large)
rmSync(smallFolder, { recursive: true, force: true })
const explained = await explain(largeFolder, rows)
writeFileSync(new URL('../docs/admin-lists.md', import.meta.url), report(rows, explained, sizes))
const planFile = join(largeFolder, 'query-plans.md')
if (explained !== null) writeFileSync(planFile, planReport(explained))
console.log(`docs/admin-lists.md is written.${explained === null ? '' : ` The query plans are in ${planFile}.`}`)
process.exit(0)
