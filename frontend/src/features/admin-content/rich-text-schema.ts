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
import { isLinkTarget } from './link-target'
import { markRules, saysBold, saysItalic } from './rich-text-paste'

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
