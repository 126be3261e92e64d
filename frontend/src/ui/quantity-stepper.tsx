import { Minus, Plus, Trash2 } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'

/** The largest accepted quantity. */
const LIMIT = 1_000_000

/** The result of parsing: a quantity, a problem, or neither for an empty text. */
type Reading = { quantity: number | null; problem: string | null }

/** Parses a quantity. A value above `max` becomes `max`; anything but an integer is a problem. */
export function readQuantity(text: string, max?: number): Reading {
  const typed = text.trim()
  if (typed === '') return { quantity: null, problem: null }
  if (!/^\d+$/.test(typed)) return { quantity: null, problem: 'Only whole numbers, please.' }
  const number = Number(typed)
  if (number < 1) return { quantity: null, problem: 'At least 1, please.' }
  if (max !== undefined && max > 0 && number > max)
    return { quantity: max, problem: max === 1 ? 'Only 1 is left.' : `Only ${max} are left.` }
  return number > LIMIT
    ? { quantity: LIMIT, problem: 'That is more than one order takes.' }
    : { quantity: number, problem: null }
}

type QuantityStepperProps = {
  value: number
  onChange: (quantity: number) => void
  /** The accessible name of the number. */
  label: string
  /** Usually 1; 0 in the cart, where minus at 1 removes the line. */
  min?: 0 | 1
  /** The stock, if known: the upper bound. */
  max?: number | undefined
  disabled?: boolean
  /** Called when leaving the field corrects the typed number. */
  onCorrected?: () => void
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** The text during typing and its message; both are cleared when the number is accepted. */
function useTyped({ value, max, onChange, onCorrected }: QuantityStepperProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const type = (text: string) => {
    setDraft(text)
    setSaid(readQuantity(text, max).problem)
  }
  /** An empty or invalid field shows the former number again. */
  const commit = () => {
    if (draft === null) return
    const { quantity, problem } = readQuantity(draft, max)
    setDraft(null)
    setSaid(problem)
    if (quantity !== null && quantity !== value) onChange(quantity)
    if (problem !== null) onCorrected?.()
  }
  const set = (quantity: number) => {
    const { problem, quantity: taken } = readQuantity(String(quantity), max)
    setDraft(null)
    setSaid(quantity > value ? problem : null)
    onChange(quantity > value ? Math.max(value, taken ?? value) : quantity)
  }
  return { text: draft ?? String(value), said, type, commit, set }
}

/** Minus, a number field, plus. Typed numbers are accepted on blur or Enter. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, label, min = 1, disabled = false, inputRef, className } = props
  const { text, said, type, commit, set } = useTyped(props)
  const id = useId()
  const removes = min === 0 && value === 1
  return (
    <div className={cx('min-w-0', className)}>
      <fieldset
        aria-label={`Quantity of ${label}`}
        className="inline-flex min-w-0 items-center rounded-full border border-control bg-white"
      >
        <IconButton
          icon={removes ? Trash2 : Minus}
          label={removes ? `Remove ${label}` : `One less of ${label}`}
          disabled={disabled || value <= min}
          onClick={() => set(value - 1)}
        />
        <input
          ref={inputRef}
          aria-label={`Quantity of ${label}`}
          aria-describedby={id}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            commit()
          }}
          className="h-11 w-[min(3.5rem,20vw)] rounded-tag bg-transparent text-center font-semibold tabular-nums"
        />
        <IconButton
          icon={Plus}
          label={`One more of ${label}`}
          disabled={disabled || value >= LIMIT}
          onClick={() => set(value + 1)}
        />
      </fieldset>
      <p id={id} role="status" className="mt-1 text-sm font-medium text-warning empty:mt-0">
        {said}
      </p>
    </div>
  )
}
