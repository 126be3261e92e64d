// Generates the server's list of pages, titles, chunks and query keys: see docs/adr/0021-pages-declared-once.md.
import path from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { contentQuery } from '@/api/content'
import { SITE_KEY } from '@/api/seed'
import { shopQueries } from '@/api/shop-queries'
import { facetsQuery, narrowing } from '@/features/catalog/facets'
import { NO_FILTERS } from '@/features/catalog/list-params'
import { NOT_FOUND_TITLE as PRODUCT_NOT_FOUND_TITLE } from '@/features/catalog/product-not-found'
import { FAMILY_LIMIT, PAGE_SIZE, type ProductListParams, productQueries } from '@/features/catalog/queries'
import { pageQuery } from '@/features/content/queries'
import { FEATURED_COUNT, featuredQuery, LATEST_REVIEWS } from '@/features/home/home-data'
import { reviewQueries } from '@/features/reviews/review-queries'
import { CONTENT } from '@/test/content'
import type { MorePage } from './admin/admin-more-pages'
import { allRoutes } from './browser-router'
import { CART_PATH, SHOP_LINKS } from './nav-links'
import { NOT_FOUND_TITLE } from './not-found-page'
import { CLIENT_ONLY_PATHS } from './routes'
import { publicRoutes } from './shop/public-routes'

type PageModule = Record<string, ComponentType | string | readonly MorePage[]>
type PageSource = { load: () => Promise<PageModule>; name: string }
type PageRoute = RouteObject & { source?: PageSource }

// Exposes the module of each page, which `lazyPage` hides.
vi.mock('./lazy-page', () => ({ lazyPage: (load: unknown, name: string) => ({ source: { load, name } }) }))

/** The modules with pages, by path. */
const MODULES = import.meta.glob<PageModule>(['/src/features/*/*-page.tsx', '/src/app/shop/*-route.tsx'])
const GENERATED = path.resolve('../crates/http/src/pages/web_pages.rs')

type Page = { id: string | null; path: string; title: string | null; chunk: string }

async function sourceOf(component: unknown, name: string): Promise<string> {
  for (const [file, load] of Object.entries(MODULES))
    if ((await load())[name] === component) return file.slice(1)
  throw new Error(`No module exports the page ${name}`)
}

/** The page that a module exports. Only the home page has no title of its own. */
async function describePage(at: string, id: string | null, { load, name }: PageSource): Promise<Page> {
  const module = await load()
  const title = module.TITLE ?? null
  if (typeof title !== 'string' && at !== '/') throw new Error(`The page at ${at} exports no TITLE`)
  return { id, path: at, title: title as string | null, chunk: await sourceOf(module[name], name) }
}

/** The pages that share the route for unknown addresses below `base`, if its module has any. */
async function morePagesOf(base: string, { load }: PageSource): Promise<Page[]> {
  const { MORE_PAGES = [] } = (await load()) as { MORE_PAGES?: readonly MorePage[] }
  return MORE_PAGES.map(({ path: at, title }) => ({
    id: null,
    path: path.posix.join(base, at),
    title,
    chunk: '',
  }))
}

/** The pages in a tree of routes, without layouts and the pages for unknown addresses. */
async function pagesOf(below: RouteObject[], base = ''): Promise<Page[]> {
  const found = await Promise.all(
    below.map(async (route: PageRoute) => {
      const at = path.posix.join(base, route.path ?? '') || '/'
      if (route.children !== undefined) return pagesOf(route.children, at)
      if (route.source === undefined) return []
      if (route.path === '*') return morePagesOf(base, route.source)
      return [await describePage(at, route.id ?? null, route.source)]
    }),
  )
  return found.flat()
}

const text = (value: string | null): string => (value === null ? 'None' : `Some(${JSON.stringify(value)})`)
const list = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(', ')}]`
const constant = (doc: string, name: string, type: string, value: string | number): string =>
  `/// ${doc}\npub(super) const ${name}: ${type} = ${value};`
const testOnly = (item: string): string => item.replace('pub(super)', '#[cfg(test)]\npub(super)')
const names = (name: string, doc: string, values: readonly string[]): string =>
  constant(doc, name, `[&str; ${values.length}]`, list(values))

const rendered = ({ id, path: at, title, chunk }: Page): string =>
  constant(
    `\`${at}\``,
    (id ?? '').toUpperCase(),
    'RenderedPage',
    `RenderedPage { path: ${JSON.stringify(at)}, title: ${text(title)}, chunk: ${JSON.stringify(chunk)} }`,
  )

/** A query key as a Rust function; `"@value"` in the key stands for its parameter. */
function keyFunction(name: string, doc: string, key: readonly unknown[], parameter = ''): string {
  const json = JSON.stringify(key).replace('"@value"', 'value')
  return `/// The query key of ${doc}.\npub(super) fn ${name}(${parameter}) -> Value {\n    json!(${json})\n}`
}

const placeholder = '@value'
const byText = 'value: &str'
const byParams = 'value: &Value'
const lastIs = (key: readonly unknown[]): unknown[] => [...key.slice(0, -1), placeholder]

const keys = (): string[] => [
  keyFunction('shop_key', 'the shop’s details', shopQueries.info().queryKey),
  keyFunction('site_key', 'the installation’s facts', SITE_KEY),
  keyFunction(
    'featured_key',
    'the home page’s products',
    featuredQuery({ kind: 'discounted' }, new QueryClient()).queryKey,
  ),
  keyFunction('latest_reviews_key', 'the home page’s reviews', reviewQueries.latest(LATEST_REVIEWS).queryKey),
  keyFunction('product_list_key', 'a list of products', lastIs(productQueries.list({}).queryKey), byParams),
  keyFunction('product_facets_key', 'the facets of a list', lastIs(facetsQuery({}).queryKey), byParams),
  keyFunction('product_detail_key', 'one product', productQueries.detail(placeholder).queryKey, byText),
  keyFunction(
    'product_family_key',
    'a family of shades',
    productQueries.family(placeholder).queryKey,
    byText,
  ),
]

const everyFilter: ProductListParams = {
  q: 'x',
  category: 'x',
  brand: 'x',
  discounted: true,
  inStock: true,
  minPrice: 1,
  maxPrice: 1,
  after: 'x',
  sort: 'name',
}

const rust = (publicPages: readonly Page[], browserPages: readonly Page[]): string =>
  `${[
    '//! What the web app says of its pages. Generated from its routes by `npm --prefix frontend run gen:pages`; a test of the\n//! web app fails when it is out of date. Do not edit.',
    'use serde_json::{Value, json};',
    "/// A page that the server renders.\n#[derive(Debug)]\npub(super) struct RenderedPage {\n    /// The route’s pattern.\n    pub(super) path: &'static str,\n    /// The title; `None` where it is the shop’s.\n    pub(super) title: Option<&'static str>,\n    /// The source of the page’s chunk, a key of the build’s manifest.\n    pub(super) chunk: &'static str,\n}",
    ...publicPages.map(rendered),
    constant(
      'The pages that the server renders.',
      'RENDERED_PAGES',
      `[RenderedPage; ${publicPages.length}]`,
      `[${publicPages.map(({ id }) => (id ?? '').toUpperCase()).join(', ')}]`,
    ),
    constant(
      'The pages that the browser renders: pattern and title. `{}` stands for one segment of the path.',
      'BROWSER_PAGES',
      '&[(&str, &str)]',
      `&[\n${browserPages.map((page) => `    (${JSON.stringify(page.path.replace(/:\w+/g, '{}'))}, ${JSON.stringify(page.title)}),`).join('\n')}\n]`,
    ),
    constant('The title of an unknown page.', 'NOT_FOUND_TITLE', '&str', JSON.stringify(NOT_FOUND_TITLE)),
    constant(
      'The title of an unknown product’s page.',
      'PRODUCT_NOT_FOUND_TITLE',
      '&str',
      JSON.stringify(PRODUCT_NOT_FOUND_TITLE),
    ),
    constant(
      'Follows the shop’s name in the home page’s title.',
      'HOME_TAGLINE',
      '&str',
      JSON.stringify(CONTENT.identity.tagline),
    ),
    names(
      'LINKED_SECTIONS',
      'First segments of the paths that the header links to: their links are marked as current on every page below them.',
      [...SHOP_LINKS.map(({ to }) => to), CART_PATH].filter((to) => to !== '/').map((to) => to.slice(1)),
    ),
    constant('Products on the home page.', 'FEATURED_COUNT', 'u16', FEATURED_COUNT),
    constant('Reviews on the home page.', 'LATEST_REVIEWS_COUNT', 'u16', LATEST_REVIEWS),
    constant('Products on one page of a list.', 'PAGE_SIZE', 'u16', PAGE_SIZE),
    constant(
      'The most products of a search that are looked through for a family.',
      'FAMILY_LIMIT',
      'u16',
      FAMILY_LIMIT,
    ),
    testOnly(
      names('LIST_PARAMETERS', 'Parameters of the product list’s address.', [
        'q',
        'sort',
        ...Object.keys(NO_FILTERS),
      ]),
    ),
    names(
      'FACET_PARAMETERS',
      'Parameters of the product list’s address that its facets depend on.',
      Object.keys(narrowing(everyFilter)),
    ),
    ...keys(),
  ].join('\n\n')}\n`.replaceAll('’', "'")

let pages: Page[] = []
beforeAll(async () => {
  pages = await pagesOf(allRoutes(publicRoutes(new QueryClient())))
}, 60_000)

it('the server knows every page, its title and the queries of its first view', async () => {
  const isPublic = ({ id }: Page) => id !== null
  const source = rust(
    pages.filter(isPublic),
    pages.filter((page) => !isPublic(page)),
  )
  await expect(source).toMatchFileSnapshot(GENERATED)
})

it('the keys of the content are those under which the server sends it', () => {
  expect(contentQuery().queryKey).toEqual(['content'])
  expect(pageQuery('about').queryKey).toEqual(['page', 'about'])
})

it('the page renderer refuses exactly the pages that it does not have', () => {
  const inShop = pages.filter(({ id, path: at }) => id === null && !at.startsWith('/admin'))
  expect([...inShop.map(({ path: at }) => at.slice(1)), 'admin/*'].sort()).toEqual(
    [...CLIENT_ONLY_PATHS].sort(),
  )
})
