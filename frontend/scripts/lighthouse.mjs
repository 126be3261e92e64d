// Runs Lighthouse on the storefront with its mobile profile (simulated: slow 4G and a processor four times slower). Each page
// is loaded several times; the run with the median performance counts.
// Usage: node scripts/lighthouse.mjs LIGHTHOUSE_FOLDER [DOCUMENT], with E2E_BASE_URL and CHROMIUM_PATH set.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PAGES = [
  ['home', '/'],
  ['products', '/products'],
  ['product', '/products/productinfo/ARA-SER-001'],
]
const RUNS = Number(process.env.RUNS ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** The lowest scores that pass. */
const GOALS = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 }

const [folder, document] = process.argv.slice(2)
const packages = path.resolve(folder, 'node_modules')
const load = (file) => import(pathToFileURL(path.join(packages, file)))
const { default: lighthouse } = await load('lighthouse/core/index.js')
const { launch } = await load('chrome-launcher/dist/index.js')
const { version } = JSON.parse(await readFile(path.join(packages, 'lighthouse/package.json'), 'utf8'))

/** One run with a new browser, so that nothing is cached. */
async function judge(url) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
    })
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return lhr
  } finally {
    chrome.kill()
  }
}

/** Retries a run when Lighthouse reports that it lost the recording of a page. */
async function judged(url, tries = 3) {
  try {
    return await judge(url)
  } catch (error) {
    if (tries <= 1 || !/run Lighthouse again/.test(error.message)) throw error
    return judged(url, tries - 1)
  }
}

async function middleOf(url) {
  const all = []
  for (let run = 0; run < RUNS; run++) all.push(await judged(url))
  all.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
  return all[Math.floor(RUNS / 2)]
}

const score = (lhr, category) => Math.round(lhr.categories[category].score * 100)
const seconds = (lhr, audit) => `${(lhr.audits[audit].numericValue / 1000).toFixed(2)} s`

/** The failed audits, with their elements or files. */
function findings(lhr) {
  return CATEGORIES.flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9)
      .map(({ id }) => {
        const items = lhr.audits[id].details?.items ?? []
        const about = items
          .slice(0, 5)
          .map((item) => item.node?.snippet ?? item.url ?? item.description ?? '')
        return [`${category}: ${lhr.audits[id].title}`, ...about.filter(Boolean)].join('\n      ')
      }),
  )
}

const rows = []
let missed = false
let machine = ''
for (const [name, address] of PAGES) {
  const lhr = await middleOf(process.env.E2E_BASE_URL + address)
  machine = `Lighthouse ${version}, ${/Chrome\/[\d.]+/.exec(lhr.environment.hostUserAgent)?.[0]}, benchmark index ${lhr.environment.benchmarkIndex}`
  rows.push([
    name,
    ...CATEGORIES.map((category) => score(lhr, category)),
    seconds(lhr, 'first-contentful-paint'),
    seconds(lhr, 'largest-contentful-paint'),
    `${Math.round(lhr.audits['total-blocking-time'].numericValue)} ms`,
    lhr.audits['cumulative-layout-shift'].numericValue.toFixed(3),
    `${Math.round(lhr.audits['total-byte-weight'].numericValue / 1000)} kB`,
  ])
  console.log(rows.at(-1).join('  '))
  for (const finding of findings(lhr)) console.log(`    ${finding}`)
  for (const [category, goal] of Object.entries(GOALS)) {
    if (lhr.categories[category].score >= goal) continue
    missed = true
    console.log(`FAIL  ${name}: ${category} ${score(lhr, category)}, wanted ${goal * 100}`)
  }
  if (process.env.REPORTS)
    await writeFile(path.join(process.env.REPORTS, `${name}.json`), JSON.stringify(lhr))
}

const head = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'FCP',
  'LCP',
  'TBT',
  'CLS',
  'bytes',
]
const line = (cells) => `| ${cells.join(' | ')} |\n`
const table =
  line(head) + line(head.map((_, column) => (column === 0 ? '---' : '--:'))) + rows.map(line).join('')
if (document !== undefined) {
  const text = await readFile(document, 'utf8')
  const date = new Date().toISOString().slice(0, 10)
  const section = `<!-- begin figures -->\n\n${date}, ${machine}; the middle of ${RUNS} runs.\n\n${table}\n<!-- end figures -->`
  await writeFile(
    document,
    text.replace(/<!-- begin figures -->[\s\S]*<!-- end figures -->/, () => section),
  )
}
process.exitCode = missed ? 1 : 0
