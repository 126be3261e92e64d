// Writes a .br beside every text file of the build, so that the server need not compress at run time, and beside the bundle that
// renders pages, so that the binary is smaller.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const DIST = 'dist'
const PAGE_BUNDLE = 'dist-ssr/ssr.js'
// Fonts (woff2) and pictures are already compressed.
const TEXT = /\.(?:js|css|html|svg|json)$/
/** A smaller file fits into one packet anyway. */
const MIN_BYTES = 512
/** The binary has only the compressed copies of these: it unpacks them for clients that do not accept brotli. */
const PACKED_ONLY = /\/assets\/[^/]+\.(?:js|css)$|\/(?:manifest\.json|ssr\.js)$/

const brotli = promisify(brotliCompress)

/** Whether a compressed copy of `file` was written. */
async function compress(file) {
  const plain = await readFile(file)
  const isPackedOnly = PACKED_ONLY.test(file)
  if (plain.length < MIN_BYTES && !isPackedOnly) return false
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const packed = await brotli(plain, { params })
  if (packed.length >= plain.length && !isPackedOnly) return false
  await writeFile(`${file}.br`, packed)
  return true
}

const entries = await readdir(DIST, { recursive: true, withFileTypes: true })
const texts = entries
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .concat(PAGE_BUNDLE)
const written = await Promise.all(texts.map(compress))
console.log(`Compressed ${written.filter(Boolean).length} of ${texts.length} text files.`)
