import { describe, expect, it } from 'vitest'
import { HOME, richText } from '@/test/look'
import { withoutErrorsAt } from '@/ui/admin/field-errors'
import { checkAnnouncement, checkFields, checkHome, isLinkTarget, linkError } from './checks'
import { CONTACT, FOOTER, IDENTITY } from './document-fields'
import { isSlug, slugOf } from './documents'
import { LIMITS } from './limits'
import { sizeError } from './picture-control'
import { listDepth, plainText, textLength, tidied } from './rich-text'
import { fromShopLocal, toShopLocal } from './shop-time'
import type { Value, Values } from './values'

const withSection = (section: object) => ({ sections: [section] }) as unknown as Values

describe('checks', () => {
  it('find nothing in what the shop comes with', () => {
    expect(checkHome(HOME as unknown as Values)).toEqual({})
  })

  it('name each field by its path', () => {
    const hero = HOME.sections[0] as { slides: object[] }
    const slide = { ...hero.slides[0], heading: ' ', alt: '', link: { label: '', to: 'javascript:alert(1)' } }
    expect(checkHome(withSection({ ...hero, slides: [hero.slides[1], slide] }))).toEqual({
      'sections[0].slides[1].heading': 'Enter: heading',
      'sections[0].slides[1].link.label': 'Enter: words',
      'sections[0].slides[1].link.to':
        'Enter a page of this shop such as /products, or an https:, mailto: or tel: address',
      'sections[0].slides[1].alt': 'Say what the pictures show, or that they only decorate',
    })
  })

  it('ask for the products that are featured', () => {
    const featured = { ...HOME.sections[2], source: { kind: 'chosen', productIds: [] } }
    expect(checkHome(withSection(featured))).toEqual({ 'sections[0].source.productIds': 'Choose a product' })
    const brand = { ...featured, source: { kind: 'brand', name: '' } }
    expect(checkHome(withSection(brand))).toEqual({ 'sections[0].source.name': 'Choose a brand' })
  })

  it('count characters, not units of memory', () => {
    const about = (text: string) => checkFields(FOOTER, { about: text }).about
    expect(about('😀'.repeat(LIMITS.footerAbout))).toBeUndefined()
    expect(about('😀'.repeat(LIMITS.footerAbout + 1))).toBe('Use at most 600 characters')
  })

  it('limit formatted texts in length and depth', () => {
    const about = (text: Value) => checkFields(CONTACT, { about: text }).about
    expect(about(richText('x'.repeat(20_000)))).toBeUndefined()
    expect(about(richText('x'.repeat(20_001)))).toBe('Use at most 20,000 characters')
    const nested = (depth: number): Value =>
      depth === 0
        ? { type: 'paragraph', content: [] }
        : { type: 'bulletList', content: [{ type: 'listItem', content: [nested(depth - 1)] }] }
    expect(listDepth(nested(4))).toBe(4)
    expect(about({ type: 'doc', content: [nested(4)] })).toBeUndefined()
    expect(about({ type: 'doc', content: [nested(5)] })).toBe('Use at most 4 lists in each other')
  })

  it('accept numbers in their range alone', () => {
    const point = (latitude: Value) =>
      checkFields(IDENTITY, { mapPoint: { latitude, longitude: 79 } })['mapPoint.latitude']
    expect(point(90)).toBeUndefined()
    expect(point(91)).toBe('Enter a number from -90 to 90')
    expect(point(null)).toBe('Enter a number from -90 to 90')
  })

  it('let an announcement end after it begins', () => {
    const times = (from: string, until: string | null) => checkAnnouncement({ from, until }).until
    expect(times('2026-11-20T06:30:00Z', '2026-11-20T06:30:00Z')).toBe('Choose a time after the beginning')
    expect(times('2026-11-20T06:30:00Z', '2026-11-20T06:31:00Z')).toBeUndefined()
    expect(times('2026-11-20T06:30:00Z', null)).toBeUndefined()
  })
})

it('errors at a path and below it are dropped', () => {
  const errors = { 'links[0].to': 'a', 'links[10].to': 'b', linksHeading: 'c' }
  expect(withoutErrorsAt(errors, 'links')).toEqual({ linksHeading: 'c' })
  expect(withoutErrorsAt(errors, 'links[1]')).toEqual(errors)
})

describe('a link', () => {
  it.each(['/', '/products?category=Skincare', ' https://a.lk/x ', 'mailto:a@b.lk', 'tel:+94112550142'])(
    'may lead to %s',
    (text) => expect(linkError(text)).toBeNull(),
  )
  it.each([
    'javascript:alert(1)',
    'http://a.lk',
    '//a.lk',
    'a.lk',
    'https://a@b.lk',
    'https://x',
    'tel:call',
    '/a b',
  ])('may not lead to %s', (text) => expect(isLinkTarget(text)).toBe(false))
  it('to a network begins with https', () => {
    expect(linkError('/products', true)).toBe('Enter an address that begins with https://')
  })
})

describe('what is stored of a formatted text', () => {
  it('has no attribute but level and href, and no blank end', () => {
    const typed = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2, textAlign: null }, content: [{ type: 'text', text: 'a\tb' }] },
        {
          type: 'orderedList',
          attrs: { start: 1, type: null },
          content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
        },
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'c',
              marks: [{ type: 'link', attrs: { href: '/x', target: null } }, { type: 'bold' }],
            },
            { type: 'hardBreak' },
          ],
        },
        { type: 'paragraph' },
      ],
    }
    expect(tidied(typed)).toEqual({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'a b' }] },
        {
          type: 'orderedList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [] }] }],
        },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'c', marks: [{ type: 'link', attrs: { href: '/x' } }, { type: 'bold' }] },
            { type: 'hardBreak' },
          ],
        },
      ],
    })
    expect(textLength(typed)).toBe(5)
    expect(plainText(typed)).toBe('a\tb\n\nc\n\n')
  })
})

describe('the address of a page', () => {
  it.each([
    ['Our story!', 'our-story'],
    ['  Café & Thé ', 'cafe-the'],
    ['සිංහල', ''],
    ['x'.repeat(70), 'x'.repeat(60)],
  ])('follows from the title %s', (title, slug) => expect(slugOf(title)).toBe(slug))
  it.each(['a', 'our-story', '2026'])('may be %s', (slug) => expect(isSlug(slug)).toBe(true))
  it.each(['', '-a', 'a--b', 'A', 'a b', 'x'.repeat(61)])('may not be %s', (slug) =>
    expect(isSlug(slug)).toBe(false),
  )
})

it('an icon is square and large enough', () => {
  const error = (width: number, height: number) => sizeError('square', { width, height })
  expect(error(512, 512)).toBeNull()
  expect(error(512, 600)).toContain('must be square')
  expect(error(511, 511)).toContain('at least 512 × 512')
  expect(sizeError('wide', { width: 10, height: 20 })).toBeNull()
})

it('times are those of the shop’s clock', () => {
  expect(toShopLocal('2026-12-24T13:00:00Z')).toBe('2026-12-24T18:30')
  expect(fromShopLocal('2026-12-24T18:30')).toBe('2026-12-24T13:00:00Z')
  expect(toShopLocal('')).toBe('')
  expect(fromShopLocal('')).toBeNull()
})
