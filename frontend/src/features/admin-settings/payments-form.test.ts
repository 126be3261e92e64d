import { beforeEach, describe, expect, it } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import { SHOP } from '@/test/server'
import { paymentSettingsOf } from '@/test/settings'
import { checkPayments, type PaymentValues, updateOf, valuesOf } from './payments-form'

const bank = { bank: 'Bank of Ceylon', branch: null, holder: 'Araliya (Pvt) Ltd', number: '0071234567' }

beforeEach(() => {
  shopFacts.shop = SHOP
})

describe('the form for payments', () => {
  it('sends back what it was opened with', () => {
    const settings = paymentSettingsOf({ bankAccount: bank, codFee: 150.5, codConfirmAbove: 20_000 })
    const { expiries: _, gatewayConfigured: __, ...sent } = settings
    expect(updateOf(valuesOf(settings), settings.version)).toEqual(sent)
  })

  it('clears the account and the limits that are blank', () => {
    const values = valuesOf(paymentSettingsOf({ bankAccount: bank, codConfirmAbove: 1 }))
    const blank = { bank: ' ', branch: '', holder: '', number: '' }
    expect(updateOf({ ...values, bank: blank, codConfirmAbove: '' }, 1)).toMatchObject({
      bankAccount: null,
      codConfirmAbove: null,
    })
  })
})

describe('the rules for payments', () => {
  const values = valuesOf(paymentSettingsOf())
  const errors = (change: Partial<PaymentValues>) =>
    Object.keys(checkPayments({ ...values, ...change })).sort()
  const cod = (change: object) => ({
    methods: values.methods.map((one) => (one.method === 'cod' ? { ...one, ...change } : one)),
  })

  it('accept the settings of a new shop', () => {
    expect(errors({})).toEqual([])
  })

  it('need a method, limits in order, and amounts', () => {
    expect(errors(cod({ enabled: false }))).toEqual(['paymentMethods'])
    expect(errors(cod({ min: '500', max: '500' }))).toEqual([])
    expect(errors(cod({ min: '500', max: '499.99' }))).toEqual(['paymentMethods[0].max'])
    expect(errors(cod({ min: '1.234' }))).toEqual(['paymentMethods[0].min'])
    expect(errors({ codFee: '', codConfirmAbove: 'x', confirmRefundsAbove: '-' })).toEqual([
      'codConfirmAbove',
      'codFee',
      'confirmRefundsAbove',
    ])
  })

  it('need the account for transfers', () => {
    const methods = values.methods.map((one) => ({ ...one, enabled: true }))
    expect(errors({ methods })).toEqual(['bankAccount.bank', 'bankAccount.holder', 'bankAccount.number'])
    expect(errors({ bank: { ...values.bank, bank: 'BOC' } })).toEqual([
      'bankAccount.holder',
      'bankAccount.number',
    ])
  })
})
