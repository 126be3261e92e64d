import { expect, it } from 'vitest'
import { closure } from './first-page.ts'
import { emptied } from './lean-react.ts'
import { numbered } from './lean-router.ts'
import { stylesFirst } from './styles-first.ts'

it('finds the imports of a module at any depth, also with circles', () => {
  const graph: Record<string, string[]> = {
    start: ['a', 'b'],
    a: ['c'],
    b: ['a'],
    c: ['start'],
    later: ['c'],
  }
  const infoOf = (id: string) => (graph[id] ? { importedIds: graph[id] } : null)
  expect([...closure('start', infoOf)].sort()).toEqual(['a', 'b', 'c', 'start'])
  expect([...closure('elsewhere', infoOf)]).toEqual(['elsewhere'])
})

it('puts styles before scripts, and scripts after everything else', () => {
  const page = `<head>
    <!--app-head-->
    <script type="module" crossorigin src="/a.js"></script>
    <link rel="modulepreload" crossorigin href="/b.js">
    <link rel="stylesheet" crossorigin href="/a.css">
  </head>`
  expect(stylesFirst(page)).toBe(`<head>
    <!--app-head-->
    <link rel="stylesheet" crossorigin href="/a.css">
    <script type="module" fetchpriority="low" crossorigin src="/a.js"></script>
    <link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js">
  </head>`)
})

it('numbers messages for developers, and nothing else', () => {
  const code = `invariant(
    a && b(c, "d"),
    "Long words (and more)"
  );
  invariant(e, message);
  warning(f, \`About \${g}\`);
  throw new Error("kept");`
  expect(numbered(code)).toBe(`invariant(
    a && b(c, "d"), "router 1");
  invariant(e, message);
  warning(f, "router 2");
  throw new Error("kept");`)
})

it('empties functions by their names, and names those that are not there', () => {
  const code =
    'function used() {\n  return 1\n}\nfunction unused(a, b) {\n  if (a) {\n    b()\n  }\n}\nused()'
  const missing: string[] = []
  const lean = emptied(code, ['unused', 'elsewhere'], (name) => missing.push(name))
  expect(lean).toBe('function used() {\n  return 1\n}\nfunction unused() {}\nused()')
  expect(missing).toEqual(['elsewhere'])
})
