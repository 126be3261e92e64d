// Reads the owner's handbook (docs/handbook.md): a small part of Markdown, as plain values.

export type Inline = { text: string; strong?: true; code?: true; to?: string }
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  /** `file` is its name in docs/handbook. */
  | { kind: 'picture'; alt: string; file: string }
export type Section = {
  title: string
  /** The paths of the pages that it belongs to; '{}' stands for one segment. */
  pages: string[]
  blocks: Block[]
}

/** The pixels of every picture of the handbook. */
export const PICTURE_SIZE = { width: 900, height: 640 }

const INLINE = /\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g

/** 'Press **Add**' as text and strong text. */
export function inlines(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, code, label, to] = match
    if (match.index > at) found.push({ text: text.slice(at, match.index) })
    if (strong !== undefined) found.push({ text: strong, strong: true })
    else if (code !== undefined) found.push({ text: code, code: true })
    else if (label !== undefined && to !== undefined) found.push({ text: label, to })
    at = match.index + whole.length
  }
  if (at < text.length) found.push({ text: text.slice(at) })
  return found
}

const PICTURE = /^!\[(.+)\]\(handbook\/(.+)\)$/
const ITEM = /^(-|\d+\.) /

function blockOf(text: string): Block {
  if (text.startsWith('### ')) return { kind: 'heading', text: text.slice(4) }
  const [, alt, file] = PICTURE.exec(text) ?? []
  if (alt !== undefined && file !== undefined) return { kind: 'picture', alt, file }
  const lines = text.split('\n')
  if (!ITEM.test(text)) return { kind: 'paragraph', content: inlines(lines.join(' ')) }
  const items = lines.map((line) => inlines(line.replace(ITEM, '')))
  return { kind: 'list', ordered: !text.startsWith('-'), items }
}

function sectionOf(text: string): Section {
  const [title = '', ...lines] = text.split('\n')
  const pages = lines.find((line) => line.startsWith('<!-- pages: '))
  const rest = lines.filter((line) => !line.startsWith('<!--')).join('\n')
  return {
    title,
    pages: pages === undefined ? [] : pages.slice('<!-- pages: '.length, -' -->'.length).split(' '),
    blocks: rest
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter((block) => block !== '')
      .map(blockOf),
  }
}

/** The sections of the handbook, in its order. */
export const readHandbook = (markdown: string): Section[] => markdown.split(/^## /m).slice(1).map(sectionOf)

const matches = (pattern: string, path: string): boolean => {
  const [want, have] = [pattern.split('/'), path.split('/')]
  return want.length === have.length && want.every((segment, at) => segment === '{}' || segment === have[at])
}

/** The section of a page, such as '/admin/orders'. */
export const sectionAt = (sections: readonly Section[], path: string): Section | undefined =>
  sections.find(({ pages }) => pages.some((pattern) => matches(pattern, path.replace(/\/$/, ''))))
