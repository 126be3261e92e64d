import handbook from '@docs/handbook.md?raw'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, PICTURE_SIZE, readHandbook, type Section, sectionAt } from '@/lib/handbook'
import { cx } from '@/ui/cx'
import { Drawer } from '@/ui/drawer'

const SECTIONS = readHandbook(handbook)
const FOLDER = '../../../../docs/handbook/'
/** The addresses of the pictures, by their files. */
const PICTURES: Record<string, string> = import.meta.glob('../../../../docs/handbook/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

type PanelProps = { path: string; open: boolean; onOpenChange: (open: boolean) => void }

function Text({ content, onLeave }: { content: readonly Inline[]; onLeave: () => void }) {
  return content.map(({ text, strong, code, to }, at) => {
    const key = `${at}-${text}`
    if (to !== undefined) {
      return (
        <Link key={key} to={to} onClick={onLeave} className="font-semibold text-lotus underline">
          {text}
        </Link>
      )
    }
    if (code) return <code key={key}>{text}</code>
    return strong ? <strong key={key}>{text}</strong> : text
  })
}

/** A small picture of a page; it opens in its full size. */
function Picture({ alt, file }: { alt: string; file: string }) {
  const address = PICTURES[FOLDER + file]
  if (address === undefined) return null
  return (
    <a href={address} target="_blank" rel="noreferrer" className="mt-4 block">
      <img
        src={address}
        alt={alt}
        {...PICTURE_SIZE}
        loading="lazy"
        className="h-auto w-full rounded-input border border-line"
      />
    </a>
  )
}

function Part({ block, onLeave }: { block: Block; onLeave: () => void }) {
  if (block.kind === 'heading') return <h3 className="mt-7 mb-2 font-display text-xl">{block.text}</h3>
  if (block.kind === 'picture') return <Picture {...block} />
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Text content={block.content} onLeave={onLeave} />
      </p>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={cx('grid gap-3 ps-5', block.ordered ? 'list-decimal' : 'list-disc')}>
      {block.items.map((item) => (
        <li key={item.map(({ text }) => text).join('')}>
          <Text content={item} onLeave={onLeave} />
        </li>
      ))}
    </List>
  )
}

/** The other sections, to read on. */
function Topics({ present, onChoose }: { present: Section; onChoose: (section: Section) => void }) {
  return (
    <details className="mt-8 border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">All topics</summary>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.title}>
            <button
              type="button"
              aria-current={section === present ? 'true' : undefined}
              onClick={() => onChoose(section)}
              className="min-h-11 w-full rounded-input px-3 text-start hover:bg-shell aria-[current]:bg-blush aria-[current]:text-lotus-deep"
            >
              {section.title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The section of a page of the back-office, and the list of all others. */
export function HelpPanel({ path, open, onOpenChange }: PanelProps) {
  const own = sectionAt(SECTIONS, path) ?? SECTIONS[0]
  const [chosen, setChosen] = useState<Section | null>(null)
  const section = chosen ?? own
  const change = (next: boolean) => {
    if (!next) setChosen(null)
    onOpenChange(next)
  }
  if (section === undefined) return null
  return (
    <Drawer open={open} onOpenChange={change} title={`Help: ${section.title}`} wide>
      {/* Begins at the top of each section. */}
      <div key={section.title}>
        {section.blocks.map((block) => (
          <Part key={JSON.stringify(block)} block={block} onLeave={() => change(false)} />
        ))}
      </div>
      <Topics key={`after ${section.title}`} present={section} onChoose={setChosen} />
    </Drawer>
  )
}
