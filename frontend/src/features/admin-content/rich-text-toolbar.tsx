import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  CornerDownLeft,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  Redo2,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { linkError } from './checks'

/** Makes a link of the chosen words, or changes the one at the caret. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const present = String(editor.getAttributes('link').href ?? '')
  const [href, setHref] = useState(present)
  const [error, setError] = useState<string | undefined>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const close = () => {
    onDone()
    editor.commands.focus()
  }
  const whole = () => editor.chain().extendMarkRange('link')
  const apply = () => {
    const found = linkError(href)
    setError(found ?? undefined)
    if (found !== null) return
    const marked = { type: 'link', attrs: { href: href.trim() } }
    // Without chosen words the address becomes the words.
    if (editor.state.selection.empty && present === '')
      editor
        .chain()
        .insertContent({ type: 'text', text: href.trim(), marks: [marked] })
        .run()
    else whole().setMark('link', marked.attrs).run()
    close()
  }
  const remove = () => {
    whole().unsetMark('link').run()
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    // Enter makes the link; it must not save the draft.
    event.preventDefault()
    apply()
  }
  return (
    <div className="grid gap-3 border-b border-line bg-shell p-3">
      <TextField
        ref={input}
        label="The link leads to"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={href}
        error={error}
        hint="A page of this shop such as /products, or an https:, mailto: or tel: address."
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={apply}>
          {present === '' ? 'Add the link' : 'Change the link'}
        </Button>
        {present !== '' && (
          <Button size="sm" variant="secondary" onClick={remove}>
            Remove the link
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

type Chain = ReturnType<Editor['chain']>

type Tool = {
  label: string
  icon: LucideIcon
  press: (chain: Chain) => Chain
  /** Whether it applies at the caret; absent: it does something once. */
  isOn?: (editor: Editor) => boolean
  isReady?: (editor: Editor) => boolean
}

/** A tool that applies to what is at the caret: a node or mark, and its attributes. */
const toggle = (
  label: string,
  icon: LucideIcon,
  press: Tool['press'],
  name: string,
  attributes = {},
): Tool => ({ label, icon, press, isOn: (editor) => editor.isActive(name, attributes) })

const heading = (label: string, icon: LucideIcon, level: 2 | 3): Tool =>
  toggle(label, icon, (chain) => chain.toggleHeading({ level }), 'heading', { level })

const isPlain = (editor: Editor): boolean => editor.isActive('paragraph') && !editor.isActive('listItem')

const TOOLS: readonly Tool[] = [
  { label: 'Paragraph', icon: Pilcrow, press: (chain) => chain.setParagraph(), isOn: isPlain },
  heading('Heading', Heading2, 2),
  heading('Smaller heading', Heading3, 3),
  toggle('List with bullets', List, (chain) => chain.toggleBulletList(), 'bulletList'),
  toggle('List with numbers', ListOrdered, (chain) => chain.toggleOrderedList(), 'orderedList'),
  toggle('Bold', Bold, (chain) => chain.toggleBold(), 'bold'),
  toggle('Italic', Italic, (chain) => chain.toggleItalic(), 'italic'),
  { label: 'Line break', icon: CornerDownLeft, press: (chain) => chain.setHardBreak() },
  { label: 'Undo', icon: Undo2, press: (chain) => chain.undo(), isReady: (editor) => editor.can().undo() },
  { label: 'Redo', icon: Redo2, press: (chain) => chain.redo(), isReady: (editor) => editor.can().redo() },
]

const BUTTON =
  'tap inline-flex items-center justify-center rounded-input text-ink transition-colors hover:bg-shell aria-pressed:bg-blush aria-pressed:text-lotus-deep aria-disabled:opacity-40'

/** The arrow keys move between the buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')]
  const present = buttons.indexOf(document.activeElement)
  const next = buttons.at((present + step) % buttons.length)
  if (next instanceof HTMLElement) next.focus()
}

/** The buttons above a formatted text. */
export function RichTextToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setIsLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      on: TOOLS.map(({ isOn }) => isOn?.(present)),
      ready: TOOLS.map(({ isReady }) => isReady?.(present) ?? true),
      isLink: present.isActive('link'),
    }),
  })
  return (
    <>
      <div
        role="toolbar"
        aria-label={label}
        onKeyDown={moveFocus}
        className="flex flex-wrap border-b border-line p-1"
      >
        {TOOLS.map(({ label: name, icon: Icon, press, isOn }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={isOn === undefined ? undefined : state.on[index]}
            aria-disabled={state.ready[index] === false || undefined}
            onClick={() => press(editor.chain().focus()).run()}
            className={BUTTON}
          >
            <Icon aria-hidden size={19} strokeWidth={1.75} />
          </button>
        ))}
        <button
          type="button"
          aria-label="Link"
          title="Link"
          aria-pressed={state.isLink}
          aria-expanded={isLinking}
          onClick={() => setIsLinking(!isLinking)}
          className={BUTTON}
        >
          <LinkIcon aria-hidden size={19} strokeWidth={1.75} />
        </button>
      </div>
      {isLinking && <LinkForm editor={editor} onDone={() => setIsLinking(false)} />}
    </>
  )
}
