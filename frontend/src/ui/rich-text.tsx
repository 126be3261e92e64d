// Formatted text, stored as the JSON of an editor. It is rendered as React elements; no HTML is parsed or stored.
import { Fragment, type ReactNode } from 'react'
import type { RichText as Doc, RichTextBlock, RichTextInline, RichTextMark } from '@/api/types'
import { ContentLink } from './content-link'

const LINK = 'font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep'

type TextNode = Extract<RichTextInline, { type: 'text' }>
/** Neighbouring nodes with the same link, which are one link for readers. */
type Span = { href: string | null; nodes: RichTextInline[] }

const isLink = (mark: RichTextMark): mark is Extract<RichTextMark, { type: 'link' }> => mark.type === 'link'
const hrefOf = (node: RichTextInline): string | null =>
  (node.type === 'text' ? node.marks?.find(isLink)?.attrs.href : null) ?? null

function spansOf(nodes: readonly RichTextInline[]): Span[] {
  return nodes.reduce<Span[]>((spans, node) => {
    const href = hrefOf(node)
    const last = spans.at(-1)
    if (last !== undefined && last.href === href) last.nodes.push(node)
    else spans.push({ href, nodes: [node] })
    return spans
  }, [])
}

function Words({ node: { text, marks = [] } }: { node: TextNode }) {
  const has = (type: RichTextMark['type']) => marks.some((mark) => mark.type === type)
  const words = has('italic') ? <em>{text}</em> : text
  return has('bold') ? <strong>{words}</strong> : words
}

/** Children in a fixed order without ids. */
const inOrder = <T,>(items: readonly T[], child: (item: T) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a document have no other key
  items.map((item, place) => <Fragment key={place}>{child(item)}</Fragment>)

function Inline({ nodes }: { nodes: readonly RichTextInline[] }) {
  return inOrder(spansOf(nodes), ({ href, nodes: parts }) => {
    const words = inOrder(parts, (node) => (node.type === 'text' ? <Words node={node} /> : <br />))
    return href === null ? (
      words
    ) : (
      <ContentLink to={href} className={LINK}>
        {words}
      </ContentLink>
    )
  })
}

function Block({ block }: { block: RichTextBlock }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      // Editors leave empty paragraphs behind; the distance between blocks is the style sheet's.
      return (block.content ?? []).length === 0 ? null : (
        <p>
          <Inline nodes={block.content ?? []} />
        </p>
      )
    case 'heading': {
      const Level = block.attrs.level === 2 ? 'h2' : 'h3'
      return (
        <Level className={`font-display not-first:mt-4 ${Level === 'h2' ? 'text-heading' : 'text-xl'}`}>
          <Inline nodes={block.content ?? []} />
        </Level>
      )
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <List className={`${List === 'ul' ? 'list-disc' : 'list-decimal'} grid gap-2 ps-6`}>
          {inOrder(block.content, (item) => (
            <li className="ps-1 [&>*+*]:mt-2">
              <Blocks blocks={item.content} />
            </li>
          ))}
        </List>
      )
    }
    default:
      return null
  }
}

const Blocks = ({ blocks }: { blocks: readonly RichTextBlock[] }) =>
  inOrder(blocks, (block) => <Block block={block} />)

/** The blocks of a formatted text; the element around them sets their distance. */
export function RichText({ doc }: { doc: Doc }) {
  return <Blocks blocks={doc.content ?? []} />
}
