import { availableParallelism } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { firstPage } from './vite/first-page.ts'
import { leanReact } from './vite/lean-react.ts'
import { COPY, leanRouter } from './vite/lean-router.ts'
import { stylesFirstPlugin } from './vite/styles-first.ts'

// client: vite build                             -> dist/
// server: vite build --ssr src/entry-server.tsx  -> dist-ssr/ssr.js, one self-contained file for the page renderer
// SSR_NODE=1 with the latter                     -> dist-ssr/node.js, packages external: the reference for e2e tests
const nodeReference = process.env.SSR_NODE === '1'
const apiTarget = process.env.API_URL ?? 'http://127.0.0.1:8080'

// Only React's string renderer: the public 'react-dom/server' also pulls in the streaming one, which adds
// 100 kB and needs MessageChannel and TextEncoder as soon as it is loaded.
const stringRenderer = {
  find: /^react-dom\/server$/,
  replacement: path.resolve('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
}

// Parts that the browser hydrates later: see src/ui/hydrated-later.tsx.
const serverSide = { find: /^(.*)\.client$/, replacement: '$1.server' }

// The router's package gives bundlers its development build unless told otherwise.
const productionRouter = [
  {
    find: /^react-router$/,
    replacement: path.resolve('node_modules/react-router/dist/production/index.mjs'),
  },
  {
    find: /^react-router\/dom$/,
    replacement: path.resolve('node_modules/react-router/dist/production/dom-export.mjs'),
  },
]

// The packages of the first page in one chunk, without the modules that only later pages use.
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|zustand|openapi-fetch|clsx)\//
const ICON_BASE = /node_modules\/lucide-react\/(?!.*\/icons\/(?!chevron-(?:left|right)\.))/
const LATER =
  /(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|queriesObserver|useQueries)\.js$/
const vendor = {
  name: 'vendor',
  test: (id: string) => (VENDOR.test(id) || ICON_BASE.test(id)) && !LATER.test(id) && !id.endsWith(COPY),
}
const parts = firstPage()
// The page's only script needs the chunk loader before all other chunks.
const fetcher = { name: 'fetcher', test: /vite\/preload-helper/, priority: 1 }
// Small parts of the pages behind the first: each file of its own would be named in the first page's script.
const later = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })
const drafts = later(
  'drafts',
  /\/src\/(?:lib\/(?:draft|tab-storage|random-id)|api\/(?:current-session|mail-connection|refusal|shop-terms)|features\/checkout\/(?:saved-checkout|shipping-values))\.ts$/,
)
const forms = later(
  'forms',
  /\/src\/(?:lib\/(?:field-rules|mail-languages|use-zod-form)|api\/(?:form-errors|xhr)|features\/addresses\/(?:address-(?:fields|rules|text)|queries)|ui\/(?:refusal|upload-progress|progress-bar))\.tsx?$/,
)
// Forms and their rules; a page that has only one of them loads both, which saves the others a name.
const formPackages = later('form-packages', /node_modules\/(?:react-hook-form|@hookform\/resolvers|zod)\//)
const auth = later(
  'auth',
  /\/src\/(?:api\/(?:staff|unwrap-empty)|app\/use-log-out|features\/auth\/(?:account-fields|auth-frame|invitation-queries|link-page|link-token|login-destination|resend-link)|lib\/use-is-current-page|ui\/code-field)\.tsx?$/,
)
const icons = later(
  'icons',
  /lucide-react\/.*\/icons\/(?:arrow-down|arrow-left|arrow-up|banknote|chevron-down|circle-alert|circle-check|circle-exclamation-point|circle-x|clock|copy|credit-card|file-search|image-plus|log-out|leaf|mail|map-pin|minus|package|package-check|package-x|phone|plus|rotate-ccw|shield-check|store|tag|trash|triangle-exclamation-point|truck|x)\.\w+$|\/use-sync-external-store\/|\/src\/(?:lib\/(?:date|integer)|ui\/(?:content-link|content-wait|empty-state|error-notice|plain-click|rich-text)|features\/terms\/.*)\.tsx?$/,
)
// What the pages of a customer's orders and their payment share; the back-office reads orders too.
const account = later(
  'account',
  /\/src\/(?:api\/(?:list-cache|server-clock)|features\/(?:auth\/require-session|checkout\/queries|orders\/(?:extra-lines|order-mutations|order-status|queries)))\.tsx?$/,
)
const orders = later(
  'orders',
  /\/src\/(?:features\/(?:payments\/.*|orders\/(?:buy-again|delivery-facts|order-lines|unknown-order))|ui\/(?:choice|copy-button|explain-total|file-button|use-object-url))\.tsx?$/,
)

const catalog = later(
  'catalog',
  /lucide-react\/.*\/icons\/sliders-horizontal\.\w+$|\/src\/(?:lib\/(?:use-debounced|excerpt|url-state)|ui\/(?:select|breadcrumb|load-more|quantity-stepper)|features\/catalog\/facets)\.tsx?$/,
)
// What lists and details of products and orders show.
const shown = later(
  'shown',
  /(?:infiniteQueryObserver|useInfiniteQuery)\.js$|\/src\/(?:lib\/(?:money|product-path|stock)|features\/promotions\/(?:announced|words)|ui\/(?:badge|loaded|panel|price|skeleton|vat-line))\.tsx?$/,
)
// What the forms and lists of the back-office share.
const office = later(
  'admin-shared',
  /\/src\/(?:lib\/is-same|features\/admin-products\/no-such-product|ui\/admin\/(?:columns|compared-(?:fields|table)|conflict-frame|delete-dialog|detail-item|field-errors|focus-heading|load-failure|save-form|use-(?:confirm|detail-param|versioned-form)))\.tsx?$/,
)
// Pages of the back-office, all of whose lists have the table; and pages that a link opens once.
const OFFICE =
  /\/(?:accept-invitation|admin|audit|dashboard|customers|mails-|add-product|update-|invoice|packing-slip|print-|paged-table|reset-password|sessions-ended|setup-page|verify-email)/

export default defineConfig(({ isSsrBuild, command }) => {
  const forRenderer = isSsrBuild === true && !nodeReference
  return {
    plugins: [react(), tailwindcss(), leanReact, leanRouter, stylesFirstPlugin, parts.plugin],
    resolve: {
      tsconfigPaths: true,
      alias: [
        ...(command === 'build' ? productionRouter : []),
        ...(forRenderer ? [stringRenderer] : []),
        ...(isSsrBuild ? [serverSide] : []),
      ],
    },
    define: forRenderer ? { 'process.env.NODE_ENV': '"production"' } : {},
    ssr:
      nodeReference || !isSsrBuild
        ? { target: 'node' as const }
        : { noExternal: true as const, target: 'webworker' as const },
    build: isSsrBuild
      ? {
          outDir: 'dist-ssr',
          emptyOutDir: false,
          target: 'es2022',
          minify: true,
          copyPublicDir: false,
          assetsInlineLimit: 0,
          rolldownOptions: {
            output: {
              format: 'es' as const,
              codeSplitting: false,
              entryFileNames: nodeReference ? 'node.js' : 'ssr.js',
            },
          },
        }
      : {
          target: 'es2022',
          manifest: true,
          assetsInlineLimit: 0,
          modulePreload: {
            polyfill: false,
            // Each page's list of preloads is part of the first page's script: chunks that the first page already has
            // and those of such pages are left out.
            resolveDependencies: (file, deps, { hostType }) => {
              if (hostType === 'html' || /\/entry-client-/.test(file)) return deps
              if ([file, ...deps].some((name) => OFFICE.test(name))) return []
              return deps.filter((dep) => !/\/(?:vendor|parts|fetcher|rolldown-runtime)-/.test(dep))
            },
          },
          rolldownOptions: {
            // The app comes before its pages, so that modules in a chunk are in the order of execution.
            input: ['src/entry-client.tsx', 'index.html'],
            output: {
              codeSplitting: {
                groups: [
                  fetcher,
                  vendor,
                  parts.group,
                  drafts,
                  forms,
                  formPackages,
                  auth,
                  icons,
                  account,
                  orders,
                  catalog,
                  shown,
                  office,
                ],
              },
            },
          },
        },
    // The handbook of the back-office is a document of the project.
    server: { fs: { allow: ['.', '../docs'] }, proxy: { '/api': apiTarget, '/images': apiTarget } },
    preview: { proxy: { '/api': apiTarget, '/images': apiTarget } },
    test: {
      // A worker waits for the transformer half of its time; the default on 2 cores is one worker.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      testTimeout: 90_000,
      setupFiles: ['src/test/setup.ts'],
      env: { VITE_API_BASE_URL: 'http://localhost:3000' },
      restoreMocks: true,
      unstubGlobals: true,
      projects: [
        {
          // These need no document and share their modules: all files together take 8 s instead of some 2 s each.
          extends: true,
          test: {
            name: 'plain',
            include: ['{src,vite}/**/*.test.ts'],
            exclude: ['**/*.dom.test.ts'],
            environment: 'node',
            isolate: false,
          },
        },
        {
          extends: true,
          test: { name: 'dom', include: ['{src,vite}/**/*.{test.tsx,dom.test.ts}'], environment: 'jsdom' },
        },
      ],
    },
  }
})
