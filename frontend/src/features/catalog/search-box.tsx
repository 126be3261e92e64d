import { Search, X } from 'lucide-react'
import {
  type RefObject,
  type SubmitEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { BoxSuggestions } from '@/features/search/box-suggestions'
import { maxLength } from '@/lib/limits'
import { asCombobox } from '@/ui/as-combobox'
import { IconButton } from '@/ui/icon-button'
import { Spinner } from '@/ui/spinner'

/** On phones the list is as wide as the screen. */
const WIDE_ON_PHONES = 'max-sm:-inset-x-[clamp(1rem,4vw,2rem)] max-sm:rounded-none max-sm:border-x-0'

/** Milliseconds after the last key until the query is sent. */
const PAUSE_MS = 250

/**
 * The typed text, sent after a pause and at once by Enter or clearing. `query` is the text in the address: when that
 * changes by itself (back, a chip), the box follows. What was typed before the server's markup was taken up is `input`'s.
 */
function useSearchText(
  query: string,
  ask: (text: string) => void,
  input: RefObject<HTMLInputElement | null>,
) {
  const [text, setText] = useState(query)
  const sent = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  useEffect(() => {
    if (query === sent.current) return
    clearTimeout(timer.current)
    sent.current = query
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (typed: string) => {
    clearTimeout(timer.current)
    const next = typed.trim()
    if (next === sent.current) return
    sent.current = next
    latestAsk.current(next)
  }
  const change = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(typed), PAUSE_MS)
  }
  const takeOver = useEffectEvent(() => {
    const typed = input.current?.value ?? query
    if (typed !== query) change(typed)
  })
  useEffect(() => takeOver(), [])
  const search = (wanted: string) => {
    setText(wanted)
    send(wanted)
  }
  /** Empties the box without a search: the page shows something else next. */
  const drop = () => {
    clearTimeout(timer.current)
    sent.current = ''
    setText('')
  }
  return { text, change, search, drop, sendNow: () => send(text) }
}

/** The box, once it has the focus or a typed text: then its list of suggestions is loaded. */
function useUsedBox(input: RefObject<HTMLInputElement | null>) {
  const [used, setUsed] = useState<HTMLInputElement | null>(null)
  const use = () => setUsed(input.current)
  const takeOver = useEffectEvent(() => {
    asCombobox(input.current)
    // The focus came before the server's markup was taken up.
    if (input.current === document.activeElement) use()
  })
  useEffect(() => takeOver(), [])
  return { used, use }
}

export type SearchBoxProps = {
  /** The text in the address. */
  query: string
  /** The text that was searched for, where that is another one. */
  answered?: string
  /** Holds the products that were found. */
  results?: RefObject<HTMLElement | null>
  onAsk: (text: string) => void
  busy: boolean
}

/** Searches while the user types. A plain form without scripts. */
export function SearchBox({ query, answered = query, results, onAsk, busy }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, change, search, drop, sendNow } = useSearchText(query, onAsk, input)
  const { used, use } = useUsedBox(input)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The list of suggestions keeps recent searches. It reads this where Enter was pressed before it was loaded.
    event.currentTarget.dataset.entered = text
    sendNow()
  }
  return (
    <search>
      <form action="/products" onSubmit={submit} className="relative">
        <Search
          aria-hidden
          size={20}
          className="pointer-events-none absolute start-5 top-1/2 -translate-y-1/2 text-cocoa"
        />
        <input
          ref={input}
          id="search"
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          onFocus={use}
          aria-label="Search for products"
          placeholder="Search for products..."
          maxLength={maxLength('searchLength')}
          value={text}
          onChange={(event) => {
            use()
            change(event.target.value)
          }}
          className="control min-h-14 rounded-full! ps-[min(3.25rem,24%)]! pe-[min(6rem,34%)]! text-lg!"
        />
        {used && (
          <Suspense>
            <BoxSuggestions
              input={used}
              onSearch={search}
              onGo={drop}
              found={{ results, text: answered }}
              className={WIDE_ON_PHONES}
            />
          </Suspense>
        )}
        <span className="absolute end-2 top-1/2 flex -translate-y-1/2 items-center gap-2">
          {busy && <Spinner className="size-5 text-lotus" />}
          {text !== '' && (
            <IconButton
              icon={X}
              label="Clear the search"
              onClick={() => {
                search('')
                input.current?.focus()
              }}
            />
          )}
        </span>
      </form>
    </search>
  )
}
