import { expect, it } from 'vitest'
import { counted, formatChange, formatWhole, grouped, readChange } from './integer'

it('groups thousands', () => {
  expect([0, 999, 1000, 12500, 1_000_000].map(formatWhole)).toEqual([
    '0',
    '999',
    '1,000',
    '12,500',
    '1,000,000',
  ])
  expect(['24', '10000+', 'none'].map(grouped)).toEqual(['24', '10,000+', 'none'])
})

it('writes a change with its sign and reads it back', () => {
  expect([3, -1200, 0].map(formatChange)).toEqual(['+3', '−1,200', '0'])
  expect(['+3', '-3', ' −3 ', '3', '+', '1.5', '', 'x', '--1'].map(readChange)).toEqual([
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
  expect([counted(1, 'row', 'rows'), counted(5000, 'row', 'rows')]).toEqual(['1 row', '5,000 rows'])
})
