// The first view needs its markup, styles and pictures; scripts only make it interactive. On a slow connection they must not
// compete: styles come first in the head, and scripts are fetched with low priority.
import type { Plugin } from 'vite'

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")(?= )/g

/** Moves the page's styles before its scripts, and gives the scripts low priority. */
export function stylesFirst(html: string): string {
  const styles = html.match(STYLES) ?? []
  return html
    .replace(STYLES, '')
    .replace(/\s*<script type="module"/, (first) => styles.join('') + first)
    .replace(SCRIPTS, (tag) => `${tag} fetchpriority="low"`)
}

export const stylesFirstPlugin: Plugin = {
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: stylesFirst },
}
