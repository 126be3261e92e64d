// Sizes: kinds of lines, lengths of functions, SQL, and repeated passages.
import { readFileSync } from 'node:fs'
import { isTest, product, sources, text, tracked, withoutTests } from './sources.mjs'

/** The middle of some numbers; of two middles the lower. */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0

const IMPORT = /^(?:(?:pub(?:\([^)]*\))? )?(?:use|mod) [^;{]*(?:\{[^;]*\})?[^;{]*;|import [^'"]*['"][^'"]+['"]|export (?:type )?(?:\*|\{[^}]*\}) from ['"][^'"]+['"])/gm
const COMMENT = /^\s*(\/\/|\/?\*|\*\/)/

/** The lines of the product by kind: code, comments, imports (also `mod name;`), blank lines, and unit tests within their file. */
export function kindsOfLines() {
  const kinds = { code: 0, comments: 0, imports: 0, blank: 0, inlineTests: 0 }
  for (const path of product) {
    const whole = text.get(path)
    const source = path.endsWith('.rs') ? withoutTests(whole) : whole
    kinds.inlineTests += whole.slice(source.length).split('\n').length - 1
    const withoutImports = source.replace(IMPORT, (found) => {
      kinds.imports += found.split('\n').length
      return found.replace(/[^\n]/g, '').replace(/\n/g, '\u0000\n') + '\u0000'
    })
    for (const line of withoutImports.split('\n').slice(0, -1)) {
      if (line.includes('\u0000')) continue
      if (line.trim() === '') kinds.blank += 1
      else if (COMMENT.test(line)) kinds.comments += 1
      else kinds.code += 1
    }
  }
  return kinds
}

/** Rust without comments and the contents of strings, so that braces count; as many lines as before. */
function bare(rust) {
  const blank = (part) => part.replace(/[^\n]/g, ' ')
  return rust
    .replace(/\/\/[^\n]*/g, blank)
    .replace(/r(#+)"[\s\S]*?"\1/g, blank)
    .replace(/b?'(?:\\.[^']*|[^'\\])'/g, blank)
    .replace(/"(?:[^"\\]|\\[\s\S])*"/g, blank)
}

/** How many lines each function of a Rust source has, from `fn` to its closing brace. */
export function functionLengths(rust) {
  const code = bare(rust)
  const lengths = []
  for (const match of code.matchAll(/\bfn \w+/g)) {
    let depth = 0
    for (let at = match.index; at < code.length; at++) {
      const char = code[at]
      if (char === '{') depth++
      if ((char === ';' && depth === 0) || (char === '}' && --depth === 0)) {
        if (char === '}') lengths.push(code.slice(match.index, at).split('\n').length)
        break
      }
    }
  }
  return lengths
}

/** String literals that are statements in SQL, outside tests. */
export function sqlLiterals() {
  const statement = /"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET|CREATE|ALTER|DROP|LOCK|TRUNCATE|DO|NOTIFY)\s/g
  const files = sources.filter((path) => path.startsWith('crates/') && path.endsWith('.rs') && !isTest(path))
  return files.reduce((sum, path) => sum + (withoutTests(text.get(path)).match(statement) ?? []).length, 0)
}

/** Lines between `$$` and `$$` of the functions and triggers in the migrations: of all, and of the definitions that hold. */
export function sqlFunctionLines() {
  const latest = new Map()
  let all = 0
  for (const path of tracked.filter((path) => /^migrations\/schema\/.*\/up\.sql$/.test(path)).sort()) {
    const sql = readFileSync(path, 'utf8')
    for (const [, name, , body] of sql.matchAll(/CREATE (?:OR REPLACE )?FUNCTION (\w+)([\s\S]*?)\$\$([\s\S]*?)\$\$/g)) {
      const lines = body.trim().split('\n').length
      all += lines
      latest.set(name, lines)
    }
    for (const [, name] of sql.matchAll(/DROP FUNCTION (?:IF EXISTS )?(\w+)/g)) latest.delete(name)
  }
  return { all, latest: [...latest.values()].reduce((a, b) => a + b, 0) }
}

/** Lines of a passage that counts as repeated. */
const PASSAGE = 5

/**
 * Passages of at least 5 lines that stand in two or more places: imports, comments, blank lines and lines of brackets only do not
 * count as lines. A longer passage counts once at each of its places but the first.
 */
export function repeatedPassages() {
  const seen = new Set()
  let places = 0
  for (const path of sources.filter((path) => !isTest(path))) {
    const source = path.endsWith('.rs') ? withoutTests(text.get(path)).replace(/^(pub )?use [^;]*;/gm, '') : text.get(path)
    const lines = source.split('\n').map((line) => line.trim())
    const counted = lines.filter((line) => /\w/.test(line) && !/^(\/\/|\/?\*|#\[|import |\} from )/.test(line))
    let isRepeated = false
    for (let at = 0; at + PASSAGE <= counted.length; at++) {
      const passage = counted.slice(at, at + PASSAGE).join('\n')
      if (seen.has(passage) && !isRepeated) places++
      isRepeated = seen.has(passage)
      seen.add(passage)
    }
  }
  return places
}
