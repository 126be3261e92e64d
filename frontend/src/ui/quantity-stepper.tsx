import { Minus, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'

const LIMIT = 1_000_000

export type QuantityStepperProps = {
  value: number
  onChange: (quantity: number) => void
  /** What is counted, for screen readers. */
  label: string
  /** 1 as a rule; 0 in the cart, where minus at 1 takes the line out. */
  min?: 0 | 1
  disabled?: boolean
  className?: string
}

/** Minus, a number to type into, plus. What is typed counts on leaving the box or on Enter. */
export function QuantityStepper({
  value,
  onChange,
  label,
  min = 1,
  disabled = false,
  className,
}: QuantityStepperProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const step = (by: number) => {
    setDraft(null)
    onChange(Math.min(LIMIT, Math.max(min, value + by)))
  }
  const commit = () => {
    if (draft !== null && /^\d{1,9}$/.test(draft)) onChange(Math.min(LIMIT, Math.max(1, Number(draft))))
    setDraft(null)
  }
  const removes = min === 0 && value === 1
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className={cx(
        'inline-flex min-w-0 items-center rounded-full border border-control bg-white',
        className,
      )}
    >
      <IconButton
        icon={removes ? Trash2 : Minus}
        label={removes ? `Remove ${label}` : `One less of ${label}`}
        disabled={disabled || value <= min}
        onClick={() => step(-1)}
      />
      <input
        aria-label={`Quantity of ${label}`}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit()
        }}
        className="h-11 w-14 rounded-tag bg-transparent text-center font-semibold tabular-nums"
      />
      <IconButton
        icon={Plus}
        label={`One more of ${label}`}
        disabled={disabled || value >= LIMIT}
        onClick={() => step(1)}
      />
    </fieldset>
  )
}
