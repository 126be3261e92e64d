import { describe, expect, it } from 'vitest'
import type { AnnouncedPromotion } from '@/api/types'
import { isFor } from './announced'
import { announcePromotion, describePromotion } from './words'

const promotion = (fields: Partial<AnnouncedPromotion>): AnnouncedPromotion => ({
  name: 'Vesak offer',
  benefit: 'percent',
  value: 10,
  buy: null,
  get: null,
  steps: [],
  maxDiscount: null,
  minSpend: null,
  products: [],
  categories: [],
  brands: [],
  firstOrderOnly: false,
  endsAt: null,
  ...fields,
})

const STEPS = [
  { from: 5000, percent: 5 },
  { from: 10000, percent: 10 },
]

describe('a promotion in words', () => {
  it.each<[Partial<AnnouncedPromotion>, string]>([
    [{ brands: ['Ceylon Spa'], maxDiscount: 1000 }, '10% off Ceylon Spa, at most LKR. 1,000.00'],
    [{ benefit: 'fixed', value: 500, firstOrderOnly: true }, 'LKR. 500.00 off, first order only'],
    [{ benefit: 'freeDelivery', value: null, minSpend: 7500 }, 'Free delivery from LKR. 7,500.00'],
    [{ benefit: 'buyGet', buy: 2, get: 1, products: ['A', 'B'] }, 'Buy 2 of 2 products, get 1 free'],
    [{ benefit: 'steps', steps: STEPS }, '5% off from LKR. 5,000.00, 10% from LKR. 10,000.00'],
    [{ brands: ['A', 'B'], categories: ['C'], products: ['D'] }, '10% off A, B, 1 more and 1 product'],
    [{ benefit: 'newer' as 'percent' }, 'Vesak offer'],
  ])('for staff %#', (fields, words) => expect(describePromotion(promotion(fields))).toBe(words))

  it.each<[Partial<AnnouncedPromotion>, string]>([
    [{ brands: ['Ceylon Spa'], endsAt: '2026-12-31' }, '10% off until 31 Dec'],
    [{ minSpend: 5000, firstOrderOnly: true }, '10% off from LKR. 5,000.00 on your first order'],
    [{ benefit: 'buyGet', buy: 2, get: 1 }, 'Buy 2, get 1 free'],
  ])('for customers %#', (fields, words) => expect(announcePromotion(promotion(fields))).toBe(words))
})

describe('the goods of a promotion', () => {
  const product = { productId: 'ARA-1', category: 'Skincare', brand: 'Pinibindu' }
  it.each<[Partial<AnnouncedPromotion>, boolean]>([
    [{}, true],
    [{ products: ['ara-1'] }, true],
    [{ brands: ['Other'], categories: ['skincare'] }, true],
    [{ brands: ['Other'], products: ['ARA-2'] }, false],
  ])('%j: %s', (fields, fits) => expect(isFor(promotion(fields), product)).toBe(fits))
})
