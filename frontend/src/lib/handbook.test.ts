// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inlines, readHandbook, sectionAt } from './handbook'

const sections = readHandbook(readFileSync('../docs/handbook.md', 'utf8'))
const generated = readFileSync('../crates/http/src/pages/web_pages.rs', 'utf8')
const officePages = [...generated.matchAll(/\("(\/admin[^"]*)", /g)].map(([, path]) => path ?? '')

describe('the handbook', () => {
  it('has a section for every page of the back-office', () => {
    expect(officePages.length).toBeGreaterThan(20)
    expect(
      officePages.filter((path) => sectionAt(sections, path.replaceAll('{}', 'x')) === undefined),
    ).toEqual([])
  })

  it('says in every section what the page is for, how to begin, and what others asked', () => {
    for (const { title, pages, blocks } of sections) {
      const headings = blocks
        .filter(({ kind }) => kind === 'heading')
        .map((block) => 'text' in block && block.text)
      expect([title, blocks[0]?.kind, headings]).toEqual([
        title,
        'paragraph',
        ['First steps', 'Common questions'],
      ])
      expect(pages.every((page) => page.startsWith('/admin'))).toBe(true)
    }
  })

  it('links to pages that exist', () => {
    const known = [...generated.matchAll(/\("(\/[^"]*)", /g)].map(([, path]) => path)
    const contents = sections
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => {
        if (block.kind === 'list') return block.items.flat()
        return block.kind === 'paragraph' ? block.content : []
      })
    const links = contents.flatMap(({ to }) => (to === undefined ? [] : [to]))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((to) => !known.includes(to))).toEqual([])
  })
})

describe('its text', () => {
  it('is cut into plain, strong, coded and linked parts', () => {
    expect(inlines('Press **Add**, or [import](/admin/products/import) `A-1`.')).toEqual([
      { text: 'Press ' },
      { text: 'Add', strong: true },
      { text: ', or ' },
      { text: 'import', to: '/admin/products/import' },
      { text: ' ' },
      { text: 'A-1', code: true },
      { text: '.' },
    ])
  })

  it('has paragraphs and lists of one line each', () => {
    const [section] = readHandbook(
      '# Title\n\n## One\n<!-- pages: /admin /admin/{} -->\n\nA\nb.\n\n### Two\n\n1. x\n2. y\n\n- z\n',
    )
    expect(section).toEqual({
      title: 'One',
      pages: ['/admin', '/admin/{}'],
      blocks: [
        { kind: 'paragraph', content: [{ text: 'A b.' }] },
        { kind: 'heading', text: 'Two' },
        { kind: 'list', ordered: true, items: [[{ text: 'x' }], [{ text: 'y' }]] },
        { kind: 'list', ordered: false, items: [[{ text: 'z' }]] },
      ],
    })
    expect(sectionAt(section === undefined ? [] : [section], '/admin/x/')?.title).toBe('One')
  })
})
