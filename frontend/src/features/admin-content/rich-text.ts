// Formatted text in the editor's form: what is stored of it, its characters, and its plain text.
import { characters, listOf, objectOf, textOf, type Value, type Values } from './values'

export const EMPTY_TEXT: Values = { type: 'doc', content: [] }

const LISTS = ['bulletList', 'orderedList']
const typeOf = (node: Value): string => textOf(objectOf(node).type)
const childrenOf = (node: Value): readonly Value[] => listOf(objectOf(node).content)
const attrOf = (node: Value, name: string): Value => objectOf(objectOf(node).attrs)[name] ?? null

/** The characters that the server counts: those of the text, and one for each break. */
export function textLength(node: Value): number {
  if (typeOf(node) === 'hardBreak') return 1
  const own = characters(textOf(objectOf(node).text))
  return childrenOf(node).reduce<number>((sum, child) => sum + textLength(child), own)
}

/** How many lists are in each other. */
export function listDepth(node: Value): number {
  const below = Math.max(0, ...childrenOf(node).map(listDepth))
  return LISTS.includes(typeOf(node)) ? below + 1 : below
}

/** The text without its form, a line for each block. */
export function plainText(node: Value): string {
  const type = typeOf(node)
  if (type === 'text') return textOf(objectOf(node).text)
  if (type === 'hardBreak') return '\n'
  const inline = ['paragraph', 'heading'].includes(type)
  return childrenOf(node)
    .map(plainText)
    .join(inline ? '' : '\n')
}

const CONTROL = /\p{Cc}+/gu

function tidyMark(mark: Value): Values {
  const type = typeOf(mark)
  return type === 'link' ? { type, attrs: { href: attrOf(mark, 'href') } } : { type }
}

function tidyText(node: Value): Values[] {
  const text = textOf(objectOf(node).text).replace(CONTROL, ' ')
  if (text === '') return []
  const marks = listOf(objectOf(node).marks).map(tidyMark)
  return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
}

function tidyNode(node: Value): Values[] {
  const type = typeOf(node)
  if (type === 'text') return tidyText(node)
  if (type === 'hardBreak') return [{ type }]
  const content = childrenOf(node).flatMap(tidyNode)
  if (LISTS.includes(type) && content.length === 0) return []
  const attrs = type === 'heading' ? { attrs: { level: attrOf(node, 'level') } } : {}
  return [{ type, ...attrs, content }]
}

const isBlank = (node: Values): boolean => node.type === 'paragraph' && childrenOf(node).length === 0

/** What is stored: no attribute but level and href, no control characters, and no blank paragraph at the end. */
export function tidied(doc: Value): Values {
  const content = childrenOf(doc).flatMap(tidyNode)
  while (content.length > 0 && isBlank(content.at(-1) as Values)) content.pop()
  return { type: 'doc', content }
}
