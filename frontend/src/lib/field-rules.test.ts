import { afterEach, describe, expect, it } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import { SHOP } from '@/test/server'
import { emailRule, newPasswordRule, requiredText } from './field-rules'

afterEach(() => {
  shopFacts.shop = SHOP
})

type Rule = ReturnType<typeof emailRule>
const complaint = (rule: Rule, value: string) =>
  rule.safeParse(value).error?.issues.map((i) => i.message) ?? []

describe('the rules of form fields', () => {
  it.each([
    ['', ['Email is required']],
    ['  ', ['Email is required']],
    ['nimal', ['Invalid email format']],
    ['nimal@example', ['Invalid email format']],
    ['ni mal@example.com', ['Invalid email format']],
    [' nimal@example.com ', []],
  ])('e-mail %j: %j', (value, expected) => expect(complaint(emailRule(), value)).toEqual(expected))

  it.each([
    ['', ['Password is required']],
    ['1234567', ['Use at least 8 characters']],
    ['x'.repeat(129), ['Use at most 128 characters']],
    ['12345678', []],
  ])('password %j: %j', (value, expected) => expect(complaint(newPasswordRule(), value)).toEqual(expected))

  it('a required text is trimmed and limited', () => {
    expect(requiredText('Name is required', 'nameLength').parse(' a ')).toBe('a')
    expect(complaint(requiredText('Name is required', 'nameLength'), ' ')).toEqual(['Name is required'])
    expect(complaint(requiredText('Name is required', 'nameLength'), 'x'.repeat(101))).toEqual([
      'Use at most 100 characters',
    ])
  })

  it('accepts every length before the limits are known, and counts characters like the server', () => {
    expect(complaint(requiredText('Name is required', 'nameLength'), '🌺'.repeat(100))).toEqual([])
    delete shopFacts.shop
    expect(complaint(newPasswordRule(), 'short')).toEqual([])
    expect(complaint(requiredText('Name is required', 'nameLength'), 'x'.repeat(101))).toEqual([])
  })
})
