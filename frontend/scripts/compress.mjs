// Writes a .br and a .gz beside every text file of the build, so that the server need not compress at run time.
// Usage: node scripts/compress.mjs [folder of the build]
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const DIST = process.argv[2] ?? 'dist'
// Fonts (woff2) and pictures are already compressed.
const TEXT = /\.(?:js|css|html|svg|json)$/
/** A smaller file fits into one packet anyway. */
const MIN_BYTES = 512
/** The binary has only the compressed copies of these: it unpacks the .gz for clients that accept no compression. */
const PACKED_ONLY = /\/assets\/[^/]+\.(?:js|css)$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(file) {
  const plain = await readFile(file)
  const isPackedOnly = PACKED_ONLY.test(file)
  if (plain.length < MIN_BYTES && !isPackedOnly) return 0
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const packed = [
    ['.br', await brotli(plain, { params })],
    ['.gz', await zip(plain, { level: 9 })],
  ].filter(([suffix, bytes]) => bytes.length < plain.length || (isPackedOnly && suffix === '.gz'))
  await Promise.all(packed.map(([suffix, bytes]) => writeFile(file + suffix, bytes)))
  return packed.length
}

const entries = await readdir(DIST, { recursive: true, withFileTypes: true })
const texts = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
const written = await Promise.all(texts.map((entry) => compress(path.join(entry.parentPath, entry.name))))
console.log(`Compressed ${written.filter((count) => count > 0).length} of ${texts.length} text files.`)
