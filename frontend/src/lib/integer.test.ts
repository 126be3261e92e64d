import { expect, it } from 'vitest'
import { formatInteger, formatSignedInteger, groupDigits, parseSignedInteger, pluralize } from './integer'

it('groups thousands', () => {
  expect([0, 999, 1000, 12500, 1_000_000].map(formatInteger)).toEqual([
    '0',
    '999',
    '1,000',
    '12,500',
    '1,000,000',
  ])
  expect(['24', '10000+', 'none'].map(groupDigits)).toEqual(['24', '10,000+', 'none'])
})

it('formats a change with its sign and parses it', () => {
  expect([3, -1200, 0].map(formatSignedInteger)).toEqual(['+3', '−1,200', '0'])
  expect(['+3', '-3', ' −3 ', '3', '+', '1.5', '', 'x', '--1'].map(parseSignedInteger)).toEqual([
    3,
    -3,
    -3,
    3,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('counts in words', () => {
  expect([pluralize(1, 'row', 'rows'), pluralize(5000, 'row', 'rows')]).toEqual(['1 row', '5,000 rows'])
})
