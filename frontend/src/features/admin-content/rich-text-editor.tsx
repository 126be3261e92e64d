import type { JSONContent } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { RichField } from './fields'
import { LIMITS } from './limits'
import { type ControlProps, FieldHint, useFieldError } from './plain-controls'
import { textLength, tidied } from './rich-text'
import './rich-text.css'
import { EXTENSIONS, withKeptStyles } from './rich-text-schema'
import { RichTextToolbar } from './rich-text-toolbar'
import type { Value } from './values'

/** The editor of a formatted text, which is stored in the editor's own form. It keeps its text while the form is shown. */
export function RichTextEditor({ field, value, onChange, path }: ControlProps<RichField>) {
  const id = useId()
  const { error, clear } = useFieldError(path)
  const isInvalid = error !== undefined
  const attributes = {
    class: 'rich-text-input',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${isInvalid ? `${id}-error ` : ''}${id}-hint`,
    ...(isInvalid && { 'aria-invalid': 'true' }),
  }
  const [length, setLength] = useState(() => textLength(value))
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value as JSONContent,
    // The policy for style sheets forbids those that scripts add: `rich-text.css` has the rules.
    injectCSS: false,
    editorProps: { attributes, transformPastedHTML: withKeptStyles },
    onUpdate: ({ editor: changed }) => {
      const text = tidied(changed.getJSON() as Value)
      setLength(textLength(text))
      clear()
      onChange(text)
    },
  })
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {field.label}
      </span>
      <div className="rich-text min-w-0 rounded-input border border-control bg-white">
        <RichTextToolbar editor={editor} label={`Form of: ${field.label}`} />
        <EditorContent editor={editor} />
      </div>
      {isInvalid && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-sm font-medium text-error"
        >
          <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none" />
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-cocoa">
        <FieldHint hint={field.hint} count={length} most={LIMITS.richText} />
      </p>
    </div>
  )
}
