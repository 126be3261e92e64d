// The sources of the project, by kind.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const GENERATED = /schema\.(rs|d\.ts)$/
const TEST = /(^|\/)tests?(\/|\.rs$)|\.test\.tsx?$|^frontend\/(e2e|src\/test)\/|^crates\/(tools\/)?testkit\//
const TOOL = /^crates\/(tools\/)?(bench|faults|fake-payhere|test-harness)\//

export const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
/** Every source of Rust and TypeScript that is written by hand. */
export const sources = tracked.filter((path) => /\.(rs|tsx?)$/.test(path) && !GENERATED.test(path) && existsSync(path))
export const text = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))
export const isTest = (path) => TEST.test(path)
export const isTool = (path) => !TEST.test(path) && TOOL.test(path)
/** What is built into the shop. */
export const product = sources.filter((path) => !isTest(path) && !isTool(path))
export const linesOf = (path) => text.get(path).split('\n').length - 1

/** Rust without its unit tests, which stand at the end of a file. */
export const withoutTests = (rust) => rust.split(/^#\[cfg\(test\)\]\nmod tests \{/m)[0]

