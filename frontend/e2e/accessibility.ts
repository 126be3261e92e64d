import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

// axe's package for Playwright opens a second page for each check and sends the source without its minified form to both, which
// cost as much as the check itself.
const SOURCE = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8')

type Check = { part?: string; rules?: string[] }

/**
 * The faults that axe finds in the page or in `part` of it. Frames are not entered: the preview is a page of its own, and no script can
 * run in the frame of a mail.
 */
export async function faultsOf(page: Page, { part = 'html', rules }: Check = {}): Promise<string[]> {
  await page.evaluate(SOURCE)
  const violations = await page.evaluate(
    async ({ part, rules }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const options = { resultTypes: ['violations' as const], iframes: false }
      return (await axe.run(part, rules === undefined ? options : { ...options, runOnly: rules })).violations
    },
    { part, rules },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html).join(' | ')}`)
}
