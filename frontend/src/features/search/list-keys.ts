// What the keys do in a search box with a list (WAI-ARIA Authoring Practices, combobox with list autocomplete).

/** Whether the list is wanted, and the key of the active option; null: the typed text. */
export type ListState = { open: boolean; active: string | null }

export const CLOSED: ListState = { open: false, active: null }
export const OPEN: ListState = { open: true, active: null }

/** The state after a key. `taken`: the key does nothing else. `chosen`: the option that it chose. */
type KeyOutcome = { state: ListState; taken: boolean; chosen: string | null }

/** The key of the option `steps` after the active one; the typed text has its place between the last and the first. */
function stepped(options: readonly string[], active: string | null, steps: 1 | -1): string | null {
  const places = options.length + 1
  const place = active === null ? options.length : options.indexOf(active)
  return options[(place + steps + places) % places] ?? null
}

const moved = (active: string | null): KeyOutcome => ({
  state: { open: true, active },
  taken: true,
  chosen: null,
})
const left = (state: ListState): KeyOutcome => ({ state, taken: false, chosen: null })

function arrow(state: ListState, options: readonly string[], steps: 1 | -1, alt: boolean): KeyOutcome {
  const shown = state.open && options.length > 0
  if (alt && shown) return steps === 1 ? moved(state.active) : { state: CLOSED, taken: true, chosen: null }
  return moved(alt ? null : stepped(options, shown ? state.active : null, steps))
}

/** `options` are the keys of the options in their order. Keys that are not the list's leave the state as it is. */
export function pressKey(
  key: string,
  alt: boolean,
  state: ListState,
  options: readonly string[],
): KeyOutcome {
  const { active } = state
  const shown = state.open && options.length > 0
  switch (key) {
    case 'ArrowDown':
      return arrow(state, options, 1, alt)
    case 'ArrowUp':
      return arrow(state, options, -1, alt)
    case 'Home':
      return active === null ? left(state) : moved(options[0] ?? null)
    case 'End':
      return active === null ? left(state) : moved(options.at(-1) ?? null)
    case 'ArrowLeft':
    case 'ArrowRight':
      return left({ ...state, active: null })
    case 'Enter':
      return shown && active !== null ? { state: CLOSED, taken: true, chosen: active } : left(CLOSED)
    case 'Escape':
      return { state: CLOSED, taken: shown, chosen: null }
    default:
      return left(state)
  }
}
