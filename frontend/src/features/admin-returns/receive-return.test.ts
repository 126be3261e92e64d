import { describe, expect, it } from 'vitest'
import { returnOf } from '@/test/returns'
import { receiptOf } from './receive-return'

const received = (restocked: string, writtenOff: string) =>
  receiptOf(returnOf(), { A: { restocked, writtenOff } })

describe('what came back', () => {
  it('is at most what was asked for', () => {
    expect(received('1', '1')).toEqual({
      receipt: { items: [{ productId: 'A', restocked: 1, writtenOff: 1 }] },
    })
    expect(received('0', '1')).toHaveProperty('receipt')
    expect(received('2', '1')).toEqual({ faults: { A: 'At most 2 can come back' } })
    expect(received('', '1')).toEqual({ faults: { A: 'Enter a whole number from 0 to 2' } })
    expect(received('0', '0')).toEqual({ faults: { '': 'Enter at least one unit' } })
  })
})
