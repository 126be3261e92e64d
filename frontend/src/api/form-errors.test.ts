import { expect, it } from 'vitest'
import { sentenceAbout } from './form-errors'

it.each([
  ['password', 'is among the most common passwords; choose another'],
  ['firstName', 'must not be empty'],
])('adds the name of the field %s to a message without it', (field, text) => {
  const subject = { password: 'Password', firstName: 'First name' }[field]
  expect(sentenceAbout(field, text)).toBe(`${subject} ${text}`)
})

it('does not change a whole sentence', () => {
  expect(sentenceAbout('email', 'This email is taken.')).toBe('This email is taken.')
})
