import { describe, expect, it } from 'vitest'
import { isTrackingTemplate, trackingLink } from './tracking-link'

describe('the link to a parcel', () => {
  it('has the number in its place, as a part of an address', () => {
    const template = 'https://track.example/?id={number}&lang=en'
    expect(trackingLink(template, ' LK 12/3 ')).toBe('https://track.example/?id=LK%2012%2F3&lang=en')
    expect(trackingLink(template, '{number}')).toBe('https://track.example/?id=%7Bnumber%7D&lang=en')
  })

  it('is empty without a number', () => {
    expect(trackingLink('https://track.example/{number}', '  ')).toBe('')
  })
})

describe('a template', () => {
  it.each(['https://track.example/{number}', ' https://track.example/?id={number}&x=1 '])('is %s', (text) => {
    expect(isTrackingTemplate(text)).toBe(true)
  })

  it.each([
    '',
    'http://track.example/{number}',
    'https://track.example/',
    'https://track.example/{number}/{number}',
    'https://{number}.example/',
    'https://nobody@track.example/{number}',
    'javascript:alert({number})',
  ])('is not %s', (text) => {
    expect(isTrackingTemplate(text)).toBe(false)
  })
})
