// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are source code
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { currencySigns } from './currency-signs'

const ROOT = path.resolve('src')
const SELF = path.join('test', 'currency-signs.test.ts')

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && name !== SELF)
  .map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }))

describe('prices', () => {
  it('are in LKR everywhere: no text of the web app has a currency sign', () => {
    expect(sources.length).toBeGreaterThan(100)
    const found = sources.flatMap(({ name, text }) =>
      currencySigns(name, text).map(({ line, text }) => `src/${name}:${line}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'const a = <span>${price}</span>',
    'const a = <span>$ {price.toFixed(2)}</span>',
    'const a = <p>Total: ${total} (saved ${saved})</p>',
    'const a = <p>From $12.50</p>',
    'const a = <p>From &#36;{price}</p>',
    'const a = <Stat label="Revenue ($)" />',
    "const a = '$' + price",
    'const a = "US$ 4.50"',
    'const a = "\\u0024" + price',
    'const a = `$${price}`',
    'const a = `Total: $${total}, saved $${saved}`',
    'const a = `$12`',
    'const a = `LKR. ${price} or $ ${dollars}`',
    "const a = '€'",
  ])('would be noticed in %s', (source) => {
    expect(currencySigns('sample.tsx', source)).not.toEqual([])
  })

  it.each([
    'const a = <span>{price}</span>',
    'const a = <span>{`${price}`}</span>',
    'const a = `LKR. ${price}`',
    'const a = /^[a-z]+$/.test(b)',
    'type $defs = Record<string, never>',
    "const a = '<!--$!-->'",
    '// it costs $5\nconst a = 1',
  ])('are not seen in %s', (source) => {
    expect(currencySigns('sample.tsx', source)).toEqual([])
  })
})
