import { expect, it } from 'vitest'
import { orderOf } from '@/test/admin'
import { pointOf } from './fulfilment'

it('says of a cancelled order that it is not packed, and not that it waits for it', () => {
  expect(pointOf(orderOf({}))).toBe('To pack')
  expect(pointOf(orderOf({ status: 'cancelled' }))).toBe('Not packed')
  expect(pointOf(orderOf({ status: 'cancelled', fulfilmentStatus: 'packed' }))).toBe('Packed')
})
