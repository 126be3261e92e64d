// The nodes and marks that a formatted text may have: those that the server accepts, and no others.
import { Mark, mergeAttributes } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { isLinkTarget } from './checks'

const KEPT = 'data-style'

/** Pasted markup with its inline styles as `data-style`. */
export const withKeptStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${KEPT}`))

/** The value of a property of a pasted element's inline style; '' where it has none. */
function styleOf(element: HTMLElement, property: string): string {
  const parts = (element.getAttribute(KEPT) ?? '').toLowerCase().split(';')
  const values = parts.map((part) => part.split(':')).filter(([name]) => name?.trim() === property)
  return values.at(-1)?.[1]?.trim() ?? ''
}

type Saying = 'yes' | 'no' | null

/** What the inline style of an element says about its weight. */
function saysBold(element: HTMLElement): Saying {
  const weight = styleOf(element, 'font-weight')
  if (/^(bold(er)?|[6-9]\d\d)$/.test(weight)) return 'yes'
  return weight === '' ? null : 'no'
}

function saysItalic(element: HTMLElement): Saying {
  const style = styleOf(element, 'font-style')
  if (/^(italic|oblique)/.test(style)) return 'yes'
  return style === '' ? null : 'no'
}

/** The rules that read a mark from these elements, unless their style says otherwise, and from others whose style says so. */
const markRules = (tags: readonly string[], says: (element: HTMLElement) => Saying) => [
  ...tags.map((tag) => ({ tag, getAttrs: (element: HTMLElement) => says(element) !== 'no' && null })),
  // Other marks may be read from the same element.
  {
    tag: `span[${KEPT}]`,
    consuming: false,
    getAttrs: (element: HTMLElement) => says(element) === 'yes' && null,
  },
]

/** A link with nothing but its address. Pasted links that lead elsewhere become plain text. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => isLinkTarget(element.getAttribute('href') ?? '') && null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener' }), 0],
})

export const EXTENSIONS = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [2, 3] }),
  BulletList,
  OrderedList,
  // No headings within lists.
  ListItem.extend({ content: 'paragraph (paragraph | bulletList | orderedList)*' }),
  ListKeymap,
  Bold.extend({ parseHTML: () => markRules(['strong', 'b'], saysBold) }),
  Italic.extend({ parseHTML: () => markRules(['em', 'i'], saysItalic) }),
  HardBreak,
  Link,
  UndoRedo,
]
