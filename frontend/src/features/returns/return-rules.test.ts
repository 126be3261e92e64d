import { describe, expect, it } from 'vitest'
import { BLANK, type ReturnValues, RULES } from './return-rules'

const values = (fields: Partial<ReturnValues>): ReturnValues => ({ ...BLANK, reason: 'damaged', ...fields })

const faults = (fields: Partial<ReturnValues>) =>
  RULES.safeParse(values(fields)).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

describe('the bank account of a return', () => {
  it('is left out, or complete', () => {
    expect(faults({})).toEqual([])
    expect(faults({ branch: 'Kandy' })).toEqual([
      ['bank', "Enter the bank's name"],
      ['name', "Enter the holder's name"],
      ['number', 'Enter the account number'],
    ])
    expect(faults({ bank: 'BOC', name: 'A Perera', number: '80 01-5' })).toEqual([])
    expect(faults({ bank: 'BOC', name: 'A Perera', number: 'LK80' })).toEqual([['number', 'Use digits only']])
  })
})
