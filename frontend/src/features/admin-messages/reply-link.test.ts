import { describe, expect, it } from 'vitest'
import type { ReceivedMessage } from '@/api/types'
import { replyLink } from './reply-link'

const messageOf = (message: Partial<ReceivedMessage>): ReceivedMessage => ({
  id: 7,
  name: 'Nimal Perera',
  email: 'nimal@example.com',
  message: 'Do you deliver to Jaffna?\n\nThank you & regards',
  sentAt: '2026-11-20T06:30:00Z',
  state: 'open',
  doneAt: null,
  doneBy: null,
  ...message,
})

const partsOf = (link: string) => {
  const { pathname, searchParams } = new URL(link)
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') }
}

describe('the answer by e-mail', () => {
  it('has recipient, subject and the quoted message', () => {
    expect(partsOf(replyLink(messageOf({}), 'Araliya'))).toEqual({
      to: 'nimal@example.com',
      subject: 'Re: Your message to Araliya',
      body: '\r\n\r\nOn 20 Nov 2026, 12:00 PM, Nimal Perera wrote:\r\n> Do you deliver to Jaffna?\r\n>\r\n> Thank you & regards',
    })
  })

  it('adds no recipient that an address names', () => {
    const link = replyLink(messageOf({ email: 'a?bcc=b&c,d@example.com' }), 'Araliya')
    expect(link).toMatch(/^mailto:a%3Fbcc%3Db%26c%2Cd@example\.com\?subject=/)
    expect(new URL(link).searchParams.has('bcc')).toBe(false)
  })

  it('is short enough for mail programs', () => {
    const link = replyLink(messageOf({ message: 'x'.repeat(5000) }), 'Araliya')
    expect(link.length).toBeLessThan(1000)
    expect(partsOf(link).body).toMatch(/x…$/)
  })
})
