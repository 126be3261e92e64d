import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useDebounced } from '@/lib/use-debounced'
import { cx } from '@/ui/cx'
import { CLOSED } from './list-keys'
import { describeCount, keyOf, type Option, type OptionGroup, optionGroups } from './options'
import { continues, suggestionsQuery } from './queries'
import { optionId, SuggestionList } from './suggestion-list'
import { useListAttributes, useListEvents, useListState, useOwnList, useTyped } from './use-combobox'
import { useRoom } from './use-room'

/** Milliseconds after the last letter until suggestions are asked for. */
const PAUSE_MS = 150

export type SearchSuggestionsProps = {
  /** The search box; the list stands below its form. */
  input: HTMLInputElement
  onChoose: (option: Option) => void
  /** Enter on the typed text, which the box itself searches for. */
  onEnter?: (typed: string) => void
  /** Offered before suggestions. */
  recent?: readonly string[]
  /** Below the list while nothing is typed. */
  footer?: ReactNode
  className?: string | undefined
}

/** The suggestions for `typed`, asked for after a pause while the list is open. `settled`: they are the answer to it. */
function useSuggestions(typed: string, open: boolean) {
  const asked = useDebounced(typed, PAUSE_MS)
  const usable = continues(typed, asked)
  const { data, isPlaceholderData, isError } = useQuery({
    ...suggestionsQuery(asked),
    enabled: usable && open,
  })
  return {
    suggestions: usable && !isError ? data : undefined,
    settled: typed === '' || (typed === asked && data !== undefined && !isPlaceholderData && !isError),
  }
}

/** Keeps the active option in sight. */
function useActiveInSight(activeId: string | null): void {
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
}

const optionsOf = (groups: readonly OptionGroup[]): Option[] => groups.flatMap(({ options }) => options)

/**
 * The list of a search box: a combobox with a list of options (WAI-ARIA Authoring Practices). Loaded when the box is first used;
 * a failed request shows nothing, and the box works as without suggestions.
 */
export function SearchSuggestions({
  input,
  onChoose,
  onEnter,
  recent = [],
  footer,
  className,
}: SearchSuggestionsProps) {
  const listId = useId()
  const popup = useRef<HTMLDivElement>(null)
  const typed = useTyped(input)
  const [state, setState] = useListState(input)
  const { suggestions, settled } = useSuggestions(typed, state.open)
  const groups = optionGroups(typed, recent, suggestions)
  const options = optionsOf(groups)
  useListEvents({
    input,
    state,
    setState,
    popup,
    options: options.map(keyOf),
    onChoose: (key) => choose(options.find((option) => keyOf(option) === key)),
    onEnter: (text) => onEnter?.(text),
  })
  const choose = (option: Option | undefined, touched = false) => {
    setState(CLOSED)
    // Without the focus in the box, the keyboard on the screen leaves room for the results.
    if (touched) input.blur()
    if (option !== undefined) onChoose(option)
  }
  const shown = state.open && options.length > 0
  const active = options.some((option) => keyOf(option) === state.active) ? state.active : null
  const activeId = shown && active !== null ? optionId(listId, groups, active) : null
  useOwnList(input)
  useListAttributes(input, shown ? listId : null, activeId)
  useActiveInSight(activeId)
  useRoom(popup, shown)
  return (
    <>
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the search box keeps the focus while the list is clicked
        <div
          ref={popup}
          onMouseDown={(event) => event.preventDefault()}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== input && !popup.current?.contains(relatedTarget)) setState(CLOSED)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            input.focus()
            setState(CLOSED)
          }}
          className={cx(
            '@container absolute inset-x-0 top-full z-35 mt-2 max-h-[70dvh] overflow-y-auto overscroll-contain rounded-card border border-line bg-white py-2 shadow-lift',
            className,
          )}
        >
          <SuggestionList
            id={listId}
            groups={groups}
            typed={suggestions?.corrected ?? typed}
            active={active}
            onChoose={choose}
          />
          {typed === '' && footer}
        </div>
      )}
      <p role="status" className="sr-only">
        {state.open && settled && describeCount(options.length, typed)}
      </p>
    </>
  )
}
