import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { RichText as Doc, RichTextBlock, RichTextInline, RichTextMark } from '@/api/types'
import { RichText } from './rich-text'

const text = (words: string, ...marks: RichTextMark[]): RichTextInline => ({
  type: 'text',
  text: words,
  marks,
})
const link = (href: string): RichTextMark => ({ type: 'link', attrs: { href } })
const p = (...content: RichTextInline[]): RichTextBlock => ({ type: 'paragraph', content })

function markupOf(...content: RichTextBlock[]): string {
  const doc: Doc = { type: 'doc', content }
  const { container } = render(
    <MemoryRouter>
      <RichText doc={doc} />
    </MemoryRouter>,
  )
  return container.innerHTML.replace(/ (?:class|data-discover)="[^"]*"/g, '')
}

describe('formatted text', () => {
  it('has paragraphs with bold, italic and breaks', () => {
    expect(markupOf(p(text('a '), text('b', { type: 'bold' }), { type: 'hardBreak' }))).toBe(
      '<p>a <strong>b</strong><br></p>',
    )
    expect(markupOf(p(text('c', { type: 'italic' }, { type: 'bold' })))).toBe(
      '<p><strong><em>c</em></strong></p>',
    )
  })

  it('has headings of two levels and lists in lists', () => {
    const item = (...content: RichTextBlock[]) => ({ type: 'listItem' as const, content })
    const heading = (level: number): RichTextBlock => ({
      type: 'heading',
      attrs: { level },
      content: [text('h')],
    })
    expect(markupOf(heading(2), heading(3))).toBe('<h2>h</h2><h3>h</h3>')
    const inner: RichTextBlock = { type: 'orderedList', content: [item(p(text('2')))] }
    expect(markupOf({ type: 'bulletList', content: [item(p(text('1')), inner)] })).toBe(
      '<ul><li><p>1</p><ol><li><p>2</p></li></ol></li></ul>',
    )
  })

  it('leaves out empty paragraphs', () => {
    expect(markupOf(p(), { type: 'paragraph' }, p(text('a')))).toBe('<p>a</p>')
    expect(markupOf()).toBe('')
  })

  it('shows characters of HTML as characters', () => {
    expect(markupOf(p(text('<img src=x onerror=alert(1)>')))).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    )
  })

  it('joins neighbours with one link, and links paths within the app', () => {
    markupOf(p(text('our ', link('/products')), text('shop', link('/products'), { type: 'bold' }), text('!')))
    const links = screen.getAllByRole('link')
    expect(links).toHaveLength(1)
    expect(links[0]).toHaveTextContent('our shop')
    expect(links[0]).toHaveAttribute('href', '/products')
  })

  it.each(['https://example.lk/a', 'mailto:a@b.lk', 'tel:+94112550142'])('links %s', (href) => {
    markupOf(p(text('there', link(href))))
    expect(screen.getByRole('link', { name: 'there' })).toHaveAttribute('href', href)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'http://example.lk', ''])(
    'makes no link of %s',
    (href) => {
      expect(markupOf(p(text('there', link(href))))).toBe('<p>there</p>')
    },
  )
})
