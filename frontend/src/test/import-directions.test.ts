import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** What each layer may import besides itself. Entries (`src/*.tsx`), tests and `src/test` may import everything. */
const LAYERS: Record<string, readonly string[]> = {
  app: ['features', 'ui', 'lib', 'api', 'styles'],
  features: ['ui', 'lib', 'api', 'assets'],
  ui: ['lib', 'api', 'assets'],
  lib: ['api'],
  api: [],
}

/** The features that a feature may import. A feature that is not named here imports none. */
const FEATURES: Record<string, readonly string[]> = {
  'admin-content': ['catalog', 'images', 'security'],
  'admin-customers': ['orders', 'security'],
  'admin-orders': [
    'admin-payments',
    'admin-returns',
    'checkout',
    'invoices',
    'orders',
    'payments',
    'security',
  ],
  'admin-payments': ['images', 'orders', 'security'],
  'admin-promotions': ['admin-payments', 'catalog', 'promotions'],
  'admin-products': ['catalog', 'images', 'search'],
  'admin-reports': ['admin-customers', 'catalog'],
  'admin-returns': ['admin-payments', 'images', 'orders', 'returns'],
  'admin-reviews': ['reviews'],
  'admin-settings': ['security'],
  'admin-staff': ['security'],
  auth: ['images', 'terms'],
  cart: ['promotions', 'terms'],
  catalog: ['cart', 'promotions', 'search', 'terms'],
  checkout: ['addresses', 'auth', 'cart', 'catalog', 'orders', 'payments', 'promotions', 'terms'],
  home: ['catalog', 'promotions', 'reviews'],
  invoices: ['auth'],
  orders: ['auth', 'cart', 'invoices', 'payments', 'returns'],
  payments: ['images'],
  returns: ['images', 'payments'],
  setup: ['auth'],
  profile: ['addresses', 'auth', 'images', 'security'],
}

const SOURCE = path.resolve('src')

type Import = { from: string; to: string }

/** Paths below `src` that a module imports, statically or dynamically, types included. */
function importsOf(file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(SOURCE, file), 'utf8'))
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('@/')) return [{ from: file, to: fileName.slice(2) }]
    return fileName.startsWith('.') ? [{ from: file, to: path.join(path.dirname(file), fileName) }] : []
  })
}

const imports = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap(importsOf)

const folder = (file: string, depth: number): string => file.split('/')[depth] ?? ''
const layer = (file: string): string => folder(file, 0)
const feature = (file: string): string => (layer(file) === 'features' ? folder(file, 1) : '')
const shown = ({ from, to }: Import): string => `${from} imports ${to}`

/** A circle in `graph`, as the names along it; null when there is none. */
function circleIn(graph: Record<string, readonly string[]>): string[] | null {
  const visit = (name: string, trail: string[]): string[] | null => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
    for (const next of graph[name] ?? []) {
      const circle = visit(next, [...trail, name])
      if (circle !== null) return circle
    }
    return null
  }
  for (const name of Object.keys(graph)) {
    const circle = visit(name, [])
    if (circle !== null) return circle
  }
  return null
}

describe('imports', () => {
  it('are read from every layer', () => {
    const found = new Set(imports.map(({ from }) => layer(from)))
    expect([...found]).toEqual(expect.arrayContaining(Object.keys(LAYERS)))
  })

  it('go from a layer to the layers below it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const allowed = LAYERS[layer(from)]
      return allowed !== undefined && layer(to) !== layer(from) && !allowed.includes(layer(to))
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('go from a feature to the features named for it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [importer, imported] = [feature(from), feature(to)]
      if (importer === '' || imported === '' || importer === imported) return false
      return !FEATURES[importer]?.includes(imported)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('between features are all in use, and form no circle', () => {
    const unused = Object.entries(FEATURES).flatMap(([importer, imported]) =>
      imported
        .filter((name) => !imports.some(({ from, to }) => feature(from) === importer && feature(to) === name))
        .map((name) => `${importer} imports ${name}`),
    )
    expect(unused).toEqual([])
    expect(circleIn(FEATURES)).toBeNull()
  })

  it('of the shop never reach the back-office', () => {
    const isAdmin = (file: string) => feature(file).startsWith('admin-') || /^(?:app|ui)\/admin\//.test(file)
    const entrances = ['app/browser-router.ts', 'app/admin/admin-routes.tsx']
    const wrong = imports.filter(
      ({ from, to }) => isAdmin(to) && !isAdmin(from) && !entrances.includes(from) && layer(from) !== 'test',
    )
    expect(wrong.map(shown)).toEqual([])
  })
})

describe('a circle between features', () => {
  it('is found at any distance', () => {
    expect(circleIn({ cart: ['orders'], orders: ['auth'], auth: ['cart'] })).toEqual([
      'cart',
      'orders',
      'auth',
      'cart',
    ])
    expect(circleIn({ checkout: ['cart', 'orders'], orders: ['cart'] })).toBeNull()
  })
})
