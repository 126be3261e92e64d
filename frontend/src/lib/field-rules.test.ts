import { describe, expect, it } from 'vitest'
import { emailRule, newPasswordRule, requiredText } from './field-rules'

type Rule = ReturnType<typeof emailRule>
const complaint = (rule: Rule, value: string) =>
  rule.safeParse(value).error?.issues.map((i) => i.message) ?? []

describe('what forms accept', () => {
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

  it('a required text is trimmed and not endless', () => {
    expect(requiredText('Name is required', 3).parse(' a ')).toBe('a')
    expect(complaint(requiredText('Name is required', 3), ' ')).toEqual(['Name is required'])
    expect(complaint(requiredText('Name is required', 3), 'abcd')).toEqual(['Use at most 3 characters'])
  })
})
