// The walks in docs/architecture.md.
import { existsSync, readFileSync } from 'node:fs'
import { withoutTests } from './sources.mjs'

/** The walks in docs/architecture.md: a heading and its numbered steps, each with a name and the file that defines it. */
export function walks() {
  const section = readFileSync('docs/architecture.md', 'utf8').split(/^## Walks$/m)[1].split(/^## /m)[0]
  return section
    .split(/^### /m)
    .slice(1)
    .map((walk) => ({
      title: walk.split('\n')[0],
      steps: [...walk.matchAll(/^\d+\. \[`(\w+)`\]\(\.\.\/([^)]+)\)( is the route)?/gm)].map(([, name, path, route]) => ({
        name,
        path,
        isCalled: route === undefined,
      })),
      items: walk.match(/^\d+\. /gm)?.length ?? 0,
    }))
}

/**
 * What is wrong with a walk: a step without a link, a file that does not exist or does not define the name of its step, and a
 * name that no earlier file of the walk mentions outside comments and tests. `place_order` and `PlaceOrder` count as one name. A
 * route needs no mention: the framework calls it.
 */
export function mistakes({ title, steps, items }) {
  const plain = (words) => words.replace(/[_-]/g, '').toLowerCase()
  const found = steps.length === items ? [] : [`${title}: a step has no link of the form [\`name\`](../path)`]
  let earlier = ''
  for (const [at, { name, path, isCalled }] of steps.entries()) {
    if (!existsSync(path)) {
      found.push(`${title}, step ${at + 1}: ${path} does not exist`)
      continue
    }
    const source = readFileSync(path, 'utf8')
    const stem = path.split('/').at(-1).replace(/\.rs$/, '')
    const defined = new RegExp(`\\b(fn|struct|enum|trait|type|FUNCTION|impl(<[^>]*>)?) ${name}\\b`)
    if (stem !== name && !defined.test(source)) found.push(`${title}, step ${at + 1}: ${path} does not define ${name}`)
    if (at > 0 && isCalled && !earlier.includes(plain(name))) found.push(`${title}, step ${at + 1}: no earlier file mentions ${name}`)
    earlier += plain(path.endsWith('.rs') ? withoutTests(source).replace(/\/\/[^\n]*/g, '') : source)
  }
  return found
}
