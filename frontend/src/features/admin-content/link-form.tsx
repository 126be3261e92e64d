import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { linkError } from './link-target'

/** Makes a link of the chosen words, or changes the one at the caret. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
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
