import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { MESSAGES } from './messages'

// Checks that another test of this folder expects each message of the catalogue.
test('every message of the catalogue is tested', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^messages-.*\.spec\.ts$/.test(name))
  const source = files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n')
  const expected = [...source.matchAll(/expect(?:Notice|Sentence)\(\s*[^,'"]+,\s*(['"])(.*?)\1/g)]
  const seen = new Set(expected.map(([, , message]) => message))
  expect(MESSAGES.filter((message) => !seen.has(message))).toEqual([])
})
