import { beforeEach, describe, expect, it } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import type { DeliverySettings } from '@/api/types'
import { SHOP } from '@/test/server'
import {
  assigned,
  type DeliveryValues,
  newRate,
  offered,
  REST,
  rateIndex,
  renamed,
  restOf,
  tidied,
  updateOf,
  valuesOf,
  withoutZone,
  withRate,
  withZone,
  zoneOf,
} from './delivery-form'
import { checkDelivery } from './delivery-rules'

const SETTINGS: DeliverySettings = {
  version: 3,
  zones: [{ name: 'Hill country', districts: ['Kandy', 'Nuwara Eliya'] }],
  methods: ['standard', 'express'],
  defaultMethod: 'standard',
  rates: [
    {
      zone: 'rest',
      method: 'standard',
      tariff: { kind: 'flat', amount: 350.5 },
      freeFrom: 7500,
      minDays: 1,
      maxDays: 3,
    },
    {
      zone: 'Hill country',
      method: 'standard',
      tariff: { kind: 'byWeight', steps: [{ upToGrams: 1000, amount: 400 }], perExtraKg: 80.25 },
      freeFrom: null,
      minDays: 2,
      maxDays: 4,
    },
    {
      zone: 'Hill country',
      method: 'express',
      tariff: {
        kind: 'byValue',
        steps: [
          { from: 0, amount: 900 },
          { from: 5000, amount: 450 },
        ],
      },
      freeFrom: null,
      minDays: 0,
      maxDays: 1,
    },
  ],
  holidays: ['2027-01-14'],
  cutOff: '14:00',
  couriers: [{ name: 'Domex', trackingUrl: 'https://domex.example/{number}' }],
}
const ALL = ['Colombo', 'Kandy', 'Nuwara Eliya']

beforeEach(() => {
  shopFacts.shop = SHOP
})

describe('the form for delivery', () => {
  it('sends back what it was opened with', () => {
    expect(updateOf(valuesOf(SETTINGS), 3)).toEqual(SETTINGS)
    expect(checkDelivery(valuesOf(SETTINGS))).toEqual({})
  })

  it('sends amounts as they are typed, to the cent', () => {
    const values = valuesOf(SETTINGS)
    const area = withRate(values.area, 0, { amount: ' 0.07 ', freeFrom: '' })
    expect(updateOf({ ...values, area }, 3).rates?.[0]).toMatchObject({
      tariff: { kind: 'flat', amount: 0.07 },
      freeFrom: null,
    })
  })

  it('leaves out blank and repeated holidays, in order', () => {
    const holidays = ['2027-04-13', '', '2027-01-14', '2027-04-13']
    expect(tidied({ ...valuesOf(SETTINGS), holidays }).holidays).toEqual(['2027-01-14', '2027-04-13'])
  })
})

describe('zones', () => {
  const { area } = valuesOf(SETTINGS)

  it('have each district at most once', () => {
    const two = withZone(area, 'West')
    const [hills, west] = two.zones
    if (hills === undefined || west === undefined) throw new Error('two zones')
    const moved = assigned(assigned(two, 'Colombo', west.key, ALL), 'Kandy', west.key, ALL)
    expect(moved.zones.map(({ districts }) => districts)).toEqual([['Nuwara Eliya'], ['Colombo', 'Kandy']])
    expect(zoneOf(moved, 'Kandy')).toBe(west.key)
    expect(zoneOf(assigned(moved, 'Kandy', REST, ALL), 'Kandy')).toBe(REST)
    expect(restOf(moved, ALL)).toEqual([])
  })

  it('begin with the rates of all other districts, and can be renamed', () => {
    const values = { ...valuesOf(SETTINGS), area: withZone(area, 'West') }
    const { key } = values.area.zones[1] ?? { key: '' }
    const sent = updateOf({ ...values, area: renamed(values.area, key, ' South ') }, 3)
    expect(sent.zones?.[1]?.name).toBe('South')
    expect(sent.rates?.[3]).toMatchObject({ zone: 'South', tariff: { kind: 'flat', amount: 350.5 } })
  })

  it('are removed with their rates', () => {
    const without = withoutZone(area, 'zone 0')
    expect(without.zones).toEqual([])
    expect(without.rates).toHaveLength(1)
    expect(restOf(without, ALL)).toEqual(ALL)
  })

  it('never share a key, although one was removed', () => {
    const again = withZone(withoutZone(withZone(withZone(area)), 'zone 1'))
    expect(new Set(again.zones.map(({ key }) => key)).size).toBe(again.zones.length)
  })

  it('offer a method or do not', () => {
    const with1 = offered(area, REST, 'express', true)
    expect(rateIndex(with1, REST, 'express')).toBe(3)
    expect(offered(with1, REST, 'express', true)).toBe(with1)
    expect(rateIndex(offered(with1, REST, 'express', false), REST, 'express')).toBe(-1)
  })
})

describe('the rules for delivery', () => {
  const values = valuesOf(SETTINGS)
  const rated = (change: Partial<ReturnType<typeof newRate>>): DeliveryValues => ({
    ...values,
    area: { zones: [], rates: [{ ...newRate(REST, 'standard'), amount: '1', ...change }] },
  })
  const errors = (of: DeliveryValues) => Object.keys(checkDelivery(of)).sort()

  it.each<[string, Partial<ReturnType<typeof newRate>>, string[]]>([
    ['no price', { amount: '' }, ['rates[0].tariff.amount']],
    ['a third decimal', { amount: '1.005' }, ['rates[0].tariff.amount']],
    ['a price past the limit', { amount: '1000000000.01' }, ['rates[0].tariff.amount']],
    ['days that go back', { minDays: '4', maxDays: '3' }, ['rates[0].maxDays']],
    ['half a day', { minDays: '0.5' }, ['rates[0].minDays']],
    ['more than 60 days', { maxDays: '61' }, ['rates[0].maxDays']],
    [
      'steps by weight that are blank',
      { kind: 'byWeight', weightSteps: [{ at: '', amount: '' }] },
      ['rates[0].tariff.perExtraKg', 'rates[0].tariff.steps[0].amount', 'rates[0].tariff.steps[0].upToGrams'],
    ],
    [
      'steps that do not grow',
      {
        kind: 'byWeight',
        perExtraKg: '0',
        weightSteps: [
          { at: '1000', amount: '1' },
          { at: '1000', amount: '2' },
        ],
      },
      ['rates[0].tariff.steps[1].upToGrams'],
    ],
    [
      'a step by value that does not begin at 0',
      { kind: 'byValue', valueSteps: [{ at: '1', amount: '1' }] },
      ['rates[0].tariff.steps[0].from'],
    ],
  ])('name %s', (_, change, expected) => {
    expect(errors(rated(change))).toEqual(expected)
  })

  it('name zones without name or districts, and names that are taken', () => {
    const zone = (key: string, name: string) => ({ key, name, districts: [] as string[] })
    const zones = [zone('a', ' '), zone('b', 'West'), zone('c', 'west '), zone('d', 'REST')]
    expect(errors({ ...values, area: { zones, rates: [] } })).toEqual([
      'zones[0].districts',
      'zones[0].name',
      'zones[1].districts',
      'zones[2].districts',
      'zones[2].name',
      'zones[3].districts',
      'zones[3].name',
    ])
  })

  it('need a method and a time', () => {
    expect(errors({ ...values, methods: [], cutOff: '' })).toEqual(['cutOff', 'methods'])
  })
})
