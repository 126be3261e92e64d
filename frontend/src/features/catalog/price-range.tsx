import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { TextField } from '@/ui/field'

const PAUSE_MS = 600

const clean = (typed: string): string => typed.replace(/[^\d.]/g, '')
type Range = { min: string; max: string }
const asText = (amount: number | undefined): string => (amount === undefined ? '' : String(amount))

/** The problem of a typed range; undefined for a valid one. */
function rangeError(min: string, max: string): string | undefined {
  const wrong = [min, max].some((text) => text !== '' && Number.isNaN(Number(text)))
  if (wrong) return 'Please write amounts as numbers.'
  if (min !== '' && max !== '' && Number(min) > Number(max)) return 'The lowest price is above the highest.'
  return undefined
}

/** Lowest and highest price in LKR, applied after a pause, on Enter and on blur. */
export function PriceRange({
  min,
  max,
  lowest,
  highest,
  onChange,
}: {
  min: number | undefined
  max: number | undefined
  /** The price range under the other filters. */
  lowest: number | undefined
  highest: number | undefined
  onChange: (range: { minPrice: string; maxPrice: string }) => void
}) {
  const { key } = useLocation()
  const [typed, setTyped] = useState<(Range & { key: string }) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const errorId = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  // Unapplied input is dropped when the URL changes: on 'Clear all' and on Back.
  const draft = typed?.key === key ? typed : null
  const shown = draft ?? { min: asText(min), max: asText(max) }
  const error = rangeError(shown.min, shown.max)
  const commit = (range: Range | null) => {
    clearTimeout(timer.current)
    if (range === null || rangeError(range.min, range.max) !== undefined) return
    setTyped(null)
    if (range.min === asText(min) && range.max === asText(max)) return
    onChange({ minPrice: range.min, maxPrice: range.max })
  }
  const type = (change: Partial<Range>) => {
    const next = { ...shown, ...change }
    setTyped({ ...next, key })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(next), PAUSE_MS)
  }
  const common = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 13,
    onBlur: () => commit(draft),
    onKeyDown: (event: React.KeyboardEvent) => event.key === 'Enter' && commit(draft),
    ...(error !== undefined && { 'aria-describedby': errorId }),
  } as const
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Price, LKR</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...common}
          name="minPrice"
          label="From"
          placeholder={lowest === undefined ? '0' : String(Math.floor(lowest))}
          value={shown.min}
          onChange={(event) => type({ min: clean(event.target.value) })}
        />
        <TextField
          {...common}
          name="maxPrice"
          label="To"
          placeholder={highest === undefined ? 'Any' : String(Math.ceil(highest))}
          value={shown.max}
          onChange={(event) => type({ max: clean(event.target.value) })}
        />
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
