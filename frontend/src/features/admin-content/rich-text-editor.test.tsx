import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { richText } from '@/test/look'
import { FormProvider } from './plain-controls'
import { RichTextEditor } from './rich-text-editor'
import type { Value, Values } from './values'

// jsdom has no layout.
beforeAll(() => {
  const box = { x: 0, y: 0, top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0, toJSON: () => ({}) }
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => box
  document.elementFromPoint = () => null
})

function edit(value: Value, errors: Record<string, string> = {}) {
  const onChange = vi.fn()
  const clear = vi.fn()
  render(
    <FormProvider value={{ errors, clearErrors: clear }}>
      <RichTextEditor
        field={{ kind: 'rich', name: 'body', label: 'Text' }}
        value={value}
        onChange={onChange}
        path="body"
      />
    </FormProvider>,
  )
  const user = userEvent.setup()
  const press = async (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, press, onChange, clear, last: () => onChange.mock.lastCall?.[0] as Value }
}

const text = (words: string, marks?: Values[]): Values => ({
  type: 'text',
  text: words,
  ...(marks && { marks }),
})
const doc = (...content: Values[]): Values => ({ type: 'doc', content })

describe('the editor of formatted texts', () => {
  it('makes headings and lists, and says which one the caret is in', async () => {
    const { press, last } = edit(richText('Hello'))
    await press('Heading')
    expect(last()).toEqual(doc({ type: 'heading', attrs: { level: 2 }, content: [text('Hello')] }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Heading' })).toHaveAttribute('aria-pressed', 'true'),
    )
    expect(screen.getByRole('button', { name: 'Paragraph' })).toHaveAttribute('aria-pressed', 'false')
    await press('Paragraph')
    await press('List with numbers')
    const item = { type: 'listItem', content: [{ type: 'paragraph', content: [text('Hello')] }] }
    expect(last()).toEqual(doc({ type: 'orderedList', content: [item] }))
    await press('Undo')
    expect(last()).toEqual(richText('Hello'))
    await press('Redo')
    expect(last()).toEqual(doc({ type: 'orderedList', content: [item] }))
  })

  it('makes links to places where links may lead', async () => {
    const { user, press, last, onChange } = edit(doc())
    await press('Link')
    const address = screen.getByRole('textbox', { name: 'The link leads to' })
    expect(address).toHaveFocus()
    await user.type(address, 'javascript:alert(1){Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a page of this shop')
    expect(onChange).not.toHaveBeenCalled()
    await user.clear(address)
    await user.type(address, '/products{Enter}')
    const marks = [{ type: 'link', attrs: { href: '/products' } }]
    expect(last()).toEqual(doc({ type: 'paragraph', content: [text('/products', marks)] }))
    expect(screen.queryByRole('textbox', { name: 'The link leads to' })).toBeNull()
  })

  it('leaves out what the server does not accept', () => {
    const link = (href: string) => text('a', [{ type: 'link', attrs: { href } }])
    edit(doc({ type: 'paragraph', content: [link('/x'), text('b', [{ type: 'bold' }])] }))
    const box = screen.getByRole('textbox', { name: 'Text' })
    expect(box.querySelector('a')).toHaveAttribute('href', '/x')
    expect(box.querySelector('strong')).toHaveTextContent('b')
  })

  it('shows its error, and drops it with the next change', async () => {
    const { press, clear } = edit(richText('Hello'), { body: 'Use at most 20,000 characters' })
    const box = screen.getByRole('textbox', { name: 'Text' })
    expect(box).toHaveAttribute('aria-invalid', 'true')
    expect(box).toHaveAccessibleDescription(/^Use at most 20,000 characters/)
    await press('Heading')
    expect(clear).toHaveBeenCalledWith('body')
  })

  it('moves between its tools with the arrow keys', async () => {
    const { user } = edit(richText('Hello'))
    screen.getByRole('button', { name: 'Paragraph' }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('button', { name: 'Smaller heading' })).toHaveFocus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(screen.getByRole('button', { name: 'Link' })).toHaveFocus()
  })
})
