import { expect, it } from 'vitest'
import { sentenceAbout } from './form-errors'

it.each([
  ['password', 'is among the most common passwords; choose another'],
  ['firstName', 'must not be empty'],
])('names the field %s where the shop says only what is wrong with it', (field, text) => {
  const subject = { password: 'Password', firstName: 'First name' }[field]
  expect(sentenceAbout(field, text)).toBe(`${subject} ${text}`)
})

it('leaves a sentence as it is', () => {
  expect(sentenceAbout('email', 'This email is taken.')).toBe('This email is taken.')
})
