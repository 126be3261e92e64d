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
import { type KeyboardEvent, useState } from 'react'
import { LinkForm } from './link-form'

type Tool = {
  label: string
  icon: LucideIcon
  press: (editor: Editor) => void
  /** Whether it applies at the caret; absent: it does something once. */
  isOn?: (editor: Editor) => boolean
  isReady?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Paragraph',
    icon: Pilcrow,
    press: (editor) => editor.chain().focus().setParagraph().run(),
    isOn: (editor) => editor.isActive('paragraph') && !editor.isActive('listItem'),
  },
  {
    label: 'Heading',
    icon: Heading2,
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    label: 'Smaller heading',
    icon: Heading3,
    press: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    label: 'List with bullets',
    icon: List,
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'List with numbers',
    icon: ListOrdered,
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Bold',
    icon: Bold,
    press: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: 'Italic',
    icon: Italic,
    press: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: 'Line break',
    icon: CornerDownLeft,
    press: (editor) => editor.chain().focus().setHardBreak().run(),
  },
  {
    label: 'Undo',
    icon: Undo2,
    press: (editor) => editor.chain().focus().undo().run(),
    isReady: (editor) => editor.can().undo(),
  },
  {
    label: 'Redo',
    icon: Redo2,
    press: (editor) => editor.chain().focus().redo().run(),
    isReady: (editor) => editor.can().redo(),
  },
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
            onClick={() => press(editor)}
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
