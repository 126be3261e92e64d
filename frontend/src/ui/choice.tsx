import type { ReactNode } from 'react'
import { cx } from './cx'

type ChoiceProps = {
  /** The radio group's name. */
  name: string
  value: string
  checked: boolean
  onChoose: (value: string) => void
  label: ReactNode
  /** Below the label: what the choice means, or why it is not available. */
  children?: ReactNode
  /** At the end of the label's line, such as a price. */
  aside?: ReactNode
  disabled?: boolean
}

/** One radio button of a few, as a row of a `<Choices>` box. */
export function Choice({
  name,
  value,
  checked,
  onChoose,
  label,
  children,
  aside,
  disabled = false,
}: ChoiceProps) {
  return (
    <label
      className={cx(
        'flex min-h-14 items-start gap-3.5 px-4 py-3.5 transition-colors sm:px-5',
        disabled ? 'cursor-not-allowed text-cocoa' : 'cursor-pointer',
        checked ? 'bg-shell' : !disabled && 'hover:bg-shell/50',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-5 flex-none accent-lotus"
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 flex-1 basis-32">
          <span className="block font-medium">{label}</span>
          {children !== undefined && <span className="mt-0.5 block text-sm text-cocoa">{children}</span>}
        </span>
        {aside !== undefined && <span className="font-semibold whitespace-nowrap tabular-nums">{aside}</span>}
      </span>
    </label>
  )
}

/** A box of radio buttons with one question. */
export function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 divide-y divide-line overflow-hidden rounded-input border border-control focus-within:border-ink">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}
