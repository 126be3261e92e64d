import { Search, X } from 'lucide-react'
import {
  type ComponentType,
  type FormEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { maxLength } from '@/lib/limits'
import { asCombobox } from '@/ui/as-combobox'
import { IconButton } from '@/ui/icon-button'

/** Milliseconds after the last key until the search begins. */
const PAUSE_MS = 300

export type SearchBoxProps = {
  label: string
  /** The present search text, as in the URL. */
  value: string
  onSearch: (text: string) => void
  /** A list below the box, loaded when the box receives the focus. */
  suggestions?: ComponentType<BoxSuggestionsProps>
}

/** What a list below the box receives. `onSearch` puts a text into the box and searches for it. */
export type BoxSuggestionsProps = { input: HTMLInputElement; onSearch: (text: string) => void }

/** Searches while the user types, and follows changes of the URL. */
export function SearchBox({ label, value, onSearch, suggestions: Suggestions }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const [used, setUsed] = useState<HTMLInputElement | null>(null)
  const suggesting = Suggestions !== undefined
  useEffect(() => {
    if (suggesting) asCombobox(input.current)
  }, [suggesting])
  const send = (next: string) => {
    const trimmed = next.trim()
    if (trimmed === sent.current) return
    sent.current = trimmed
    onSearch(trimmed)
  }
  const afterPause = useEffectEvent(() => send(text))
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => text !== sent.current && afterPause(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
  }
  const search = (wanted: string) => {
    setText(wanted)
    send(wanted)
  }
  const clear = () => {
    search('')
    input.current?.focus()
  }
  return (
    <search className="min-w-0 flex-1 basis-64">
      <form onSubmit={submit} className="relative">
        <Search
          aria-hidden
          size={20}
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-cocoa"
        />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={maxLength('searchLength')}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => setUsed(event.currentTarget)}
          className="control ps-12 pe-12 text-ellipsis"
        />
        {Suggestions && used && (
          <Suspense>
            <Suggestions input={used} onSearch={search} />
          </Suspense>
        )}
        {text !== '' && (
          <IconButton icon={X} label="Clear search" onClick={clear} className="absolute end-0.5 top-0.5" />
        )}
      </form>
    </search>
  )
}
