import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inlines, PICTURE_SIZE, readHandbook, sectionAt } from './handbook'

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

describe('its pictures', () => {
  const FOLDER = '../docs/handbook'
  const pictures = readdirSync(FOLDER).map((file) => ({ file, bytes: readFileSync(`${FOLDER}/${file}`) }))
  const shown = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'picture' ? [block.file] : []))

  it('are shown, each once', () => {
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted())
  })

  it('have the size for which the page keeps room', () => {
    // The extended head of WebP has each side less one, in 24 bits.
    const sizes = pictures.map(({ file, bytes }) => [
      file,
      bytes.readUIntLE(24, 3) + 1,
      bytes.readUIntLE(27, 3) + 1,
    ])
    expect(sizes).toEqual(pictures.map(({ file }) => [file, PICTURE_SIZE.width, PICTURE_SIZE.height]))
  })

  it('make the binary larger by at most 300 kB', () => {
    const sum = pictures.reduce((bytes, picture) => bytes + picture.bytes.length, 0)
    expect(sum).toBeLessThanOrEqual(300_000)
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

  it('has paragraphs, lists of one line each, and pictures', () => {
    const [section] = readHandbook(
      '# Title\n\n## One\n<!-- pages: /admin /admin/{} -->\n\nA\nb.\n\n### Two\n\n1. x\n2. y\n\n- z\n\n![A list](handbook/list.webp)\n',
    )
    expect(section).toEqual({
      title: 'One',
      pages: ['/admin', '/admin/{}'],
      blocks: [
        { kind: 'paragraph', content: [{ text: 'A b.' }] },
        { kind: 'heading', text: 'Two' },
        { kind: 'list', ordered: true, items: [[{ text: 'x' }], [{ text: 'y' }]] },
        { kind: 'list', ordered: false, items: [[{ text: 'z' }]] },
        { kind: 'picture', alt: 'A list', file: 'list.webp' },
      ],
    })
    expect(sectionAt(section === undefined ? [] : [section], '/admin/x/')?.title).toBe('One')
  })
})
