// Takes out of the router's production build what only its framework mode and server components reach, so that it is no
// part of the shop's first page.
import type { Plugin } from 'vite'

/** What is unreachable here, and why. A text that is not found fails the build: look at the new version of the router. */
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
  ['nothing is instrumented', 'if (init.instrumentations) {', 'if (false) {'],
]

/** The router names its components for development tools and does not mark them as free of side effects. */
const marked = (code: string): string =>
  code
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')

/** What tells developers of their mistakes is numbered in the order of the file, as React's texts are: `router 12`. */
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

export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
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
