import { expect, it } from 'vitest'
import type { AuditEntry } from '@/api/types'
import { fieldsIn } from './field-changes'

const entry = (before: unknown, after: unknown) => ({ before, after }) as Pick<AuditEntry, 'before' | 'after'>

it('separates changed from unchanged fields, with labels', () => {
  const { changed, same } = fieldsIn(
    entry(
      {
        productId: 'ARA-1',
        priceCents: 450000,
        altNames: ['A', 'B'],
        brand: null,
        isBlocked: false,
        stock: 3,
      },
      { productId: 'ARA-1', priceCents: 399950, altNames: [], brand: 'Pinibindu', isBlocked: true, stock: 3 },
    ),
  )
  expect(changed.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Price', 'LKR. 4,500.00', 'LKR. 3,999.50'],
    ['Alternative Names', 'A\nB', '–'],
    ['Brand', '–', 'Pinibindu'],
    ['Blocked?', 'No', 'Yes'],
  ])
  expect(same.map(({ label, after }) => [label, after])).toEqual([
    ['Product ID', 'ARA-1'],
    ['Stock', '3'],
  ])
})

it('names statuses, shows times in the shop’s zone, and unknown values unchanged', () => {
  const { changed } = fieldsIn(
    entry(
      { status: 'processing', dueAt: '2026-11-20T19:05:00Z', shade: { hex: '#fff' }, note: '' },
      { status: 'shipped', dueAt: null, shade: null, note: 'x', added: 1.5 },
    ),
  )
  expect(changed.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Status', 'Processing', 'Shipped'],
    ['Due At', '21 Nov 2026, 12:35 AM', '–'],
    ['Shade', '{"hex":"#fff"}', '–'],
    ['Note', '–', 'x'],
    ['Added', '–', '1.5'],
  ])
})

it('has one side for a created or deleted object, and no rows without values', () => {
  expect(fieldsIn(entry(null, { name: 'Ama' })).changed).toEqual([
    { key: 'name', label: 'Name', before: null, after: 'Ama' },
  ])
  expect(fieldsIn(entry({ name: 'Ama' }, null)).changed).toEqual([
    { key: 'name', label: 'Name', before: 'Ama', after: null },
  ])
  expect(fieldsIn(entry(null, null))).toEqual({ changed: [], same: [] })
  expect(fieldsIn(entry(['odd'], 'odd')).changed).toEqual([])
})
