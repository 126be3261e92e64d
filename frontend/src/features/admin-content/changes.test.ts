import { describe, expect, it } from 'vitest'
import { HOME, richText } from '@/test/look'
import { changesOf, homeChanges } from './changes'
import { ANNOUNCEMENT, CONTACT, FOOTER, IDENTITY, PAGE } from './document-fields'
import { merged } from './use-document'
import type { Values } from './values'

const link = (label: string) => ({ label, to: `/${label}` })
const home = HOME as unknown as Values
const sections = HOME.sections as unknown as Values[]
const withSections = (next: readonly unknown[]) => ({ sections: next }) as unknown as Values
const [hero = {}, title = {}, featured = {}, tips = {}] = sections

describe('the changes of a document', () => {
  it('are none where only the order of fields differs', () => {
    expect(changesOf(PAGE, { title: 'a', isShown: true }, { isShown: true, title: 'a' })).toEqual([])
    expect(homeChanges(home, structuredClone(home) as Values)).toEqual([])
  })

  it('are told in words for each kind of field', () => {
    expect(changesOf(PAGE, { title: 'a', isShown: true }, { title: 'b', isShown: false })).toEqual([
      { label: 'Title', from: 'a', to: 'b' },
      { label: 'Visitors see this page', from: 'yes', to: 'no' },
    ])
    expect(
      changesOf(IDENTITY, { logo: null, mapPoint: null }, { logo: '/images/1-a.webp', mapPoint: null }),
    ).toEqual([{ label: 'Logo', from: 'The flower of the app', to: '1-a.webp' }])
    expect(
      changesOf(
        ANNOUNCEMENT,
        { from: null, link: null },
        { from: '2026-11-20T06:30:00Z', link: link('sale') },
      ),
    ).toEqual([
      { label: 'Link', from: 'none', to: 'sale, /sale' },
      { label: 'From', from: 'As soon as it is published', to: '20 Nov 2026, 12:00 PM' },
    ])
  })

  it('name a formatted text whose words are the same', () => {
    const bold = {
      type: 'doc',
      content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'a' }] }],
    }
    expect(changesOf(CONTACT, { about: richText('a') }, { about: richText('a', 'b') })).toEqual([
      { label: 'Text about the shop', from: 'a', to: 'a\nb' },
    ])
    expect(changesOf(CONTACT, { about: richText('a') }, { about: bold })).toEqual([
      { label: 'Text about the shop', from: 'the same words', to: 'the same words in another form' },
    ])
  })

  it('of a list are those of its items', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(link)
    const of = (from: unknown[], to: unknown[]) =>
      changesOf(FOOTER, { links: from } as Values, { links: to } as Values)
    expect(of([a, b], [a, c, b])).toEqual([{ label: 'Link 2', from: 'none', to: 'c' }])
    expect(of([a, b, c], [b, c])).toEqual([{ label: 'Link 1', from: 'a', to: 'none' }])
    expect(of([a, b], [b, a])).toEqual([{ label: 'Order of links', from: 'a, b', to: 'b, a' }])
    expect(of([a, b], [a, { ...b, to: '/x' }])).toEqual([{ label: 'Link 2: Leads to', from: '/b', to: '/x' }])
  })

  it('of the home page are those of its sections', () => {
    const text = { kind: 'text', isShown: true, heading: 'Story', body: richText('a') }
    const next = withSections([
      title,
      { ...hero, isShown: false },
      { ...featured, source: { kind: 'chosen', productIds: ['A-1', 'B-2'] } },
      text,
    ])
    expect(homeChanges(home, next)).toEqual([
      {
        label: 'Order of sections',
        from: 'Large pictures, Title, Featured products',
        to: 'Title, Large pictures, Featured products',
      },
      { label: 'Large pictures', from: 'shown', to: 'hidden' },
      {
        label: 'Featured products: Which products',
        from: 'The newest with a discount',
        to: 'Chosen: A-1, B-2',
      },
      { label: 'Text', from: 'none', to: 'added' },
      { label: 'Tips', from: 'on the page', to: 'none' },
    ])
  })

  it('name the slide that differs', () => {
    const slides = (hero as { slides: Values[] }).slides
    const next = withSections([
      { ...hero, slides: [slides[0], { ...slides[1], scrim: 'dark' }] },
      title,
      featured,
      tips,
    ])
    expect(homeChanges(home, next)).toEqual([
      {
        label: 'Large pictures: Slide 2: Shade between picture and text',
        from: 'None',
        to: 'Dark, with light text',
      },
    ])
  })
})

describe('two drafts', () => {
  const opened = { a: '1', b: '1', c: '1' }

  it('are merged field by field', () => {
    expect(merged(opened, { ...opened, a: 'mine' }, { ...opened, a: 'theirs', b: 'theirs' })).toEqual({
      a: 'mine',
      b: 'theirs',
      c: '1',
    })
  })

  it('are merged section by section where the sections are in one order', () => {
    const mine = withSections([hero, { ...title, heading: 'Mine' }, featured, tips])
    const theirs = withSections([
      hero,
      { ...title, text: 'Theirs' },
      featured,
      { ...tips, heading: 'Theirs' },
    ])
    expect(merged(home, mine, theirs)).toEqual(
      withSections([
        hero,
        { ...title, heading: 'Mine', text: 'Theirs' },
        featured,
        { ...tips, heading: 'Theirs' },
      ]),
    )
    const moved = withSections([title, hero, featured, tips])
    expect(merged(home, moved, theirs)).toEqual(moved)
  })
})
