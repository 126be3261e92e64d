import { describe, expect, it } from 'vitest'
import type { Quote } from '@/api/types'
import { address } from '@/test/addresses'
import { CHARGING, priced } from '@/test/charging-shop'
import { A } from '@/test/checkout'
import { quoteFor } from '@/test/quotes'
import { shopWith } from '@/test/server'
import { addressToKeep, type OrderInput, orderRequest } from './order-request'
import { chargesDiffer } from './quote-options'
import { shippingForm } from './shipping-rules'
import { BLANK_SHIPPING, type ShippingValues } from './shipping-values'
import { chosenAddress } from './use-address-choice'

const ITEMS = [{ productId: 'A', quantity: 2 }]
const PLAIN = quoteFor({ A }, ITEMS)
const rich = (options: object) => priced(PLAIN, { orderedItems: ITEMS, ...options }) as Quote

const typed = (fields: Partial<ShippingValues> = {}): ShippingValues => ({
  ...BLANK_SHIPPING,
  name: 'Nimal Perera',
  address: '12 Flower Road\nNear the lake,\nBlue gate',
  phone: '077 123 4567',
  ...fields,
})

const input = (fields: Partial<OrderInput> = {}): OrderInput => ({
  values: typed(),
  saved: null,
  needsDistrict: false,
  quote: PLAIN,
  items: ITEMS,
  expectedTotal: PLAIN.total,
  coupon: null,
  ...fields,
})

describe('the order that is sent', () => {
  it('is that of an old client in a shop without a choice', () => {
    expect(orderRequest(input())).toEqual({
      orderedItems: ITEMS,
      name: 'Nimal Perera',
      address: '12 Flower Road\nNear the lake,\nBlue gate',
      phone: '077 123 4567',
      expectedTotal: 8700.5,
    })
  })

  it('has the address in its parts once one of them is given or needed', () => {
    const parts = {
      line1: '12 Flower Road',
      line2: 'Near the lake, Blue gate',
      city: 'Galle',
      district: 'Galle',
      postalCode: null,
    }
    const values = typed({ city: 'Galle', district: 'Galle' })
    const order = orderRequest(input({ values }))
    expect(order.deliveryAddress).toEqual(parts)
    expect(order).not.toHaveProperty('address')
  })

  it('names a saved address with its recipient', () => {
    const order = orderRequest(input({ saved: address({ name: 'Kamala', phone: '011 255 0142' }) }))
    expect(order).toMatchObject({ addressId: 'a1', name: 'Kamala', phone: '011 255 0142' })
    expect(order).not.toHaveProperty('address')
    expect(order).not.toHaveProperty('deliveryAddress')
  })

  it('names delivery and payment as they were shown, where there is a choice', () => {
    const quote = rich({ district: 'Colombo', deliveryMethod: 'express', paymentMethod: 'bankTransfer' })
    expect(orderRequest(input({ quote }))).toMatchObject({
      deliveryMethod: 'express',
      paymentMethod: 'bankTransfer',
    })
  })

  it('has no address when it is picked up', () => {
    const order = orderRequest(input({ quote: rich({ deliveryMethod: 'pickup' }), saved: address() }))
    expect(order).toMatchObject({ deliveryMethod: 'pickup', name: 'Nimal Perera' })
    for (const member of ['address', 'addressId', 'deliveryAddress']) expect(order).not.toHaveProperty(member)
  })

  it('saves the typed address on request only', () => {
    const values = typed({ keep: 'yes', city: 'Galle', district: 'Galle', postalCode: '80000' })
    expect(addressToKeep(input({ values }))).toMatchObject({
      line1: '12 Flower Road',
      postalCode: '80000',
      name: 'Nimal Perera',
    })
    expect(addressToKeep(input({ values: { ...values, keep: '' } }))).toBeNull()
    expect(addressToKeep(input({ values, saved: address() }))).toBeNull()
    expect(addressToKeep(input({ values, quote: rich({ deliveryMethod: 'pickup' }) }))).toBeNull()
  })
})

describe('the rules of the form', () => {
  const needs = { isSaved: false, isPickup: false, needsDistrict: false }
  const wrong = (values: ShippingValues, more: Partial<typeof needs> = {}) => {
    const result = shippingForm(values, { ...needs, ...more }).safeParse(values)
    return result.success ? [] : result.error.issues.map(({ path }) => path[0]).sort()
  }

  it.each([
    ['nothing but the three fields', {}, {}, []],
    ['a district without a city', { district: 'Galle' }, {}, ['city']],
    ['a city without a district', { city: 'Galle' }, {}, ['district']],
    ['a shop that charges by district', {}, { needsDistrict: true }, ['city', 'district']],
    ['an address to keep', { keep: 'yes' }, {}, ['city', 'district']],
    [
      'a postal code of 4 digits',
      { city: 'Galle', district: 'Galle', postalCode: '8000' },
      {},
      ['postalCode'],
    ],
    ['no address', { address: ' ' }, {}, ['address']],
    ['no address for an order that is fetched', { address: '' }, { isPickup: true, needsDistrict: true }, []],
    ['no phone number for one that is fetched', { phone: '' }, { isPickup: true }, ['phone']],
    [
      'nothing typed for a saved address',
      { name: '', phone: '', address: '' },
      { isSaved: true, needsDistrict: true },
      [],
    ],
    ['a long line of parts', { address: 'x'.repeat(201), city: 'Galle', district: 'Galle' }, {}, ['address']],
    ['a long plain address', { address: 'x'.repeat(201) }, {}, []],
    ['a long note', { customerNote: 'x'.repeat(501) }, { isSaved: true }, ['customerNote']],
  ] as const)('with %s', (_, fields, more, expected) => {
    expect(wrong(typed(fields), more)).toEqual(expected)
  })
})

describe('a shop needs the district', () => {
  it('where the charge of the method differs, and not where the days or the methods do', () => {
    expect(chargesDiffer(shopWith(), 'standard')).toBe(false)
    expect(chargesDiffer(CHARGING, 'standard')).toBe(true)
    expect(chargesDiffer(CHARGING, 'express')).toBe(true)
    expect(chargesDiffer(CHARGING, 'pickup')).toBe(false)
  })
})

describe('the address that an order goes to', () => {
  const book = [address({ addressId: 'a1', isDefault: false }), address({ addressId: 'a2' })]
  it.each([
    ['the default one at first', { addressId: '', isTyped: false }, 'a2'],
    ['the chosen one', { addressId: 'a1', isTyped: true }, 'a1'],
    ['the default one instead of one that is gone', { addressId: 'a3', isTyped: false }, 'a2'],
    ['the typed one', { addressId: 'new', isTyped: false }, undefined],
    ['what was typed before', { addressId: '', isTyped: true }, undefined],
  ])('is %s', (_, values, expected) => {
    expect(chosenAddress(book, values)?.addressId).toBe(expected)
  })

  it('is typed without saved ones', () => {
    expect(chosenAddress([], { addressId: '', isTyped: false })).toBeNull()
  })
})
