// The search box's side of the list: its events and its ARIA attributes. The box itself is markup of the first view, and
// belongs to its page; the list is attached to it when it is first used.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { CLOSED, type ListState, OPEN, pressKey } from './list-keys'

/** The text in the box. It also follows changes that are no input: an effect after each rendering reads it. */
export function useTyped(input: HTMLInputElement): string {
  const [typed, setTyped] = useState(() => input.value.trim())
  const read = () => setTyped(input.value.trim())
  useEffect(read)
  const onInput = useEffectEvent(read)
  useEffect(() => {
    const listen = () => onInput()
    input.addEventListener('input', listen)
    return () => input.removeEventListener('input', listen)
  }, [input])
  return typed
}

/** Whether the list of a box is open, and its active option. */
export function useListState(input: HTMLInputElement) {
  return useState<ListState>(() => (document.activeElement === input ? OPEN : CLOSED))
}

type ComboboxParts = {
  input: HTMLInputElement
  state: ListState
  setState: (state: ListState) => void
  /** Holds the list and what belongs to it; the focus may move there. */
  popup: RefObject<HTMLElement | null>
  /** The keys of the options. */
  options: readonly string[]
  onChoose: (option: string) => void
  /** Enter on the typed text. */
  onEnter: (text: string) => void
}

/** Opens, moves and closes the list as the events of the box ask for. */
export function useListEvents({ input, state, setState, popup, options, onChoose, onEnter }: ComboboxParts) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { state: next, taken, chosen } = pressKey(event.key, event.altKey, state, options)
    if (taken) {
      event.preventDefault()
      // A dialog around the box stays open when Escape closes the list.
      event.stopPropagation()
    }
    setState(next)
    if (chosen !== null) onChoose(chosen)
  })
  const onSubmit = useEffectEvent(() => {
    setState(CLOSED)
    onEnter(input.value.trim())
  })
  useEffect(() => {
    const open = () => setState(OPEN)
    const close = ({ relatedTarget }: FocusEvent) => {
      // Another window has the focus: the list stays as it is.
      if (document.activeElement === input) return
      if (!(relatedTarget instanceof Node && popup.current?.contains(relatedTarget))) setState(CLOSED)
    }
    const press = (event: KeyboardEvent) => onKey(event)
    const submit = () => onSubmit()
    const { form } = input
    for (const name of ['focus', 'click', 'input']) input.addEventListener(name, open)
    input.addEventListener('blur', close)
    input.addEventListener('keydown', press)
    form?.addEventListener('submit', submit)
    return () => {
      for (const name of ['focus', 'click', 'input']) input.removeEventListener(name, open)
      input.removeEventListener('blur', close)
      input.removeEventListener('keydown', press)
      form?.removeEventListener('submit', submit)
    }
  }, [input, setState, popup])
}

/** The list in the place of the browser's own, which would cover it. */
export function useOwnList(input: HTMLInputElement) {
  useEffect(() => {
    input.setAttribute('aria-autocomplete', 'list')
    input.autocomplete = 'off'
  }, [input])
}

/** Tells assistive technology which list the box has, whether it is open, and which option is active. */
export function useListAttributes(input: HTMLInputElement, listId: string | null, activeId: string | null) {
  useEffect(() => {
    const attributes = {
      'aria-expanded': String(listId !== null),
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes))
      if (value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
  }, [input, listId, activeId])
}
