// Removes code of framework mode and server components from the router's production build, as the shop's first page never
// runs it. README.md lists the alternatives that were measured.
import type { Plugin } from 'vite'

/** Unreachable code and the reason. A missing text fails the build: compare with the new version of the router. */
const UNREACHABLE: readonly (readonly [why: string, text: string, instead: string])[] = [
  [
    'links prefetch only in framework mode',
    'return shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link;',
    'return link;',
  ],
  [
    'links prefetch only in framework mode',
    `let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(
      prefetch,
      rest
    );`,
    'let prefetchRef, prefetchHandlers;',
  ],
  [
    'only server components set this context',
    'if (this.context) {\n      return /* @__PURE__ */ React2.createElement(RSCErrorHandler, { error }, result);\n    }',
    '',
  ],
  [
    'only server components set this context',
    'if (this.context && typeof error === "object" && error && "digest" in error',
    'if (false && "digest" in error',
  ],
  [
    'no link has a view transition',
    'if (!viewTransitionOpts || !isViewTransitionAvailable) {',
    'if (true) {',
  ],
  [
    'no link has a view transition',
    'if (vtContext.isTransitioning && !vtContext.flushSync) {',
    'if (false) {',
  ],
  ['no link has a view transition', 'if (renderDfd && pendingState && router.window) {', 'if (false) {'],
  ['no link has a view transition', 'if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
  ['nothing is instrumented', 'if (init.instrumentations) {', 'if (false) {'],
]

/** Drops the components' names for development tools and marks their creation as free of side effects. */
const marked = (code: string): string =>
  code
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')

/** Replaces messages for developers by their number in the file, as React does: `router 12`. */
export function numbered(code: string): string {
  let number = 0
  return code.replace(
    /\b(invariant\d*|warning)\(([^;]*?),\s*(?:"[^"\n]*"|`[^`]*`)\s*\);/g,
    (_, check: string, condition: string) => {
      number += 1
      return `${check}(${condition}, "router ${number}");`
    },
  )
}

/** Marks the copy of the router's package for the code that changes pages. */
export const COPY = '?changes-pages'
const COPIED_FOR = /\/src\/app\/browser-router\.ts$/

export const leanRouter: Plugin = {
  name: 'lean-router',
  enforce: 'pre',
  apply: 'build',
  // The package is one file, which would be in the first page as a whole.
  async resolveId(source, importer = '', options) {
    if (!importer.endsWith(COPY) && !(source.includes('react-router') && COPIED_FOR.test(importer)))
      return null
    const found = await this.resolve(source, importer.replace(COPY, ''), { ...options, skipSelf: true })
    return found && /\/react-router\//.test(found.id)
      ? { ...found, id: found.id + COPY, moduleSideEffects: false }
      : found
  },
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs/ },
    handler(code) {
      if (!code.includes('function createRouter(')) return { code: marked(code), map: null }
      let lean = code
      for (const [why, text, instead] of UNREACHABLE) {
        if (!lean.includes(text)) this.error(`the router has changed where ${why}: ${text}`)
        lean = lean.replaceAll(text, instead)
      }
      return { code: numbered(marked(lean)), map: null }
    },
  },
}
