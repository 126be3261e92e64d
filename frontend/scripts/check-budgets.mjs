// Measures a shopper's first page from the build's manifest. Fails above a budget.
// Usage: node scripts/check-budgets.mjs [folder of the build]
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = process.argv[2] ?? 'dist'
const ENTRY = 'index.html'
// Fetched by the page's only script after the first view.
const APP = 'src/entry-client.tsx'
const HOME = 'src/app/shop/home-route.tsx'

// kB are 1,000 bytes. React's renderer and the router's half that shows a page take 70, query cache, client and icons 20,
// layout and shared parts 15, the home page 4. Lower the limit with every gain, never raise it.
const LIMITS = { js: 109.3, css: 13.2, fonts: 60 }
/** Code that must not be part of a shopper's first page. */
const FORBIDDEN = [/chart\.?js/i, /(^|[/_])admin-/, /tiptap|prosemirror|rich-text-editor/i]
/** The editor of the look with all that it loads, without what the back-office has loaded before it; kB. */
const LOOK = {
  limit: 160,
  entries: [
    'src/features/admin-content/document-page.tsx',
    'src/features/admin-content/rich-text-editor.tsx',
  ],
}
const OFFICE = ['src/app/admin/admin-layout.tsx', 'src/app/admin/admin-more-pages.tsx']

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'))
const read = (file) => readFileSync(path.join(DIST, file))
const gzipped = (file) => gzipSync(read(file), { level: 9 }).length
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** The chunks `keys` and all that they import statically, at any depth. */
function reachable(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The manifest has no ${key}`)
    found.add(key)
    reachable(chunk.imports ?? [], found)
  }
  return found
}

const firstRoute = [...reachable([ENTRY, APP, HOME])]
const chunks = firstRoute.map((key) => manifest[key])
const files = (pick) => [...new Set(chunks.flatMap(pick))]

const scripts = files((chunk) => [chunk.file])
const styles = files((chunk) => chunk.css ?? [])
// Fonts with extended Latin are fetched only by pages that use those letters.
const fonts = files((chunk) => chunk.assets ?? []).filter((file) => /-latin-wght.*\.woff2$/.test(file))

const bytes = {
  js: sum(scripts.map(gzipped)),
  css: sum(styles.map(gzipped)),
  fonts: sum(fonts.map((file) => read(file).length)),
}

let broken = false
for (const [name, limit] of Object.entries(LIMITS)) {
  const kilobytes = bytes[name] / 1000
  const over = kilobytes > limit || kilobytes === 0
  broken ||= over
  console.log(`${over ? 'FAIL' : 'ok  '} ${name.padEnd(5)} ${kilobytes.toFixed(1)} kB of ${limit}`)
}

for (const key of firstRoute) {
  const named = [key, manifest[key].file].filter((text) => FORBIDDEN.some((pattern) => pattern.test(text)))
  if (named.length === 0) continue
  broken = true
  console.log(`FAIL the shop's first page loads ${named.join(', ')}`)
}

const known = reachable([ENTRY, APP, HOME, ...OFFICE])
const lookChunks = [...reachable(LOOK.entries)]
  .filter((key) => !known.has(key))
  .map((key) => manifest[key].file)
const lookKilobytes = sum([...new Set(lookChunks)].map(gzipped)) / 1000
const lookIsOver = lookKilobytes > LOOK.limit || lookKilobytes === 0
broken ||= lookIsOver
console.log(`${lookIsOver ? 'FAIL' : 'ok  '} look  ${lookKilobytes.toFixed(1)} kB of ${LOOK.limit}`)

process.exitCode = broken ? 1 : 0
