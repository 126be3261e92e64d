import { useId } from 'react'
import { formatInteger } from '@/lib/integer'
import { cx } from '@/ui/cx'

/** The number of rows behind a chip; undefined while it loads, when its place is kept. */
export type ChipCount = { count: number | undefined; noun: string }

type FilterOption<Value extends string> = { value: Value; label: string; count?: ChipCount }

/** Up to here the server counts exactly; a greater number stands for more. */
const COUNT_LIMIT = 10_000

/** 12500 → '10,000+' */
export const formatCount = (count: number): string =>
  count > COUNT_LIMIT ? `${formatInteger(COUNT_LIMIT)}+` : formatInteger(count)

/** The number is the chip's description, so that its name is always the same. */
function Count({ id, of: { count, noun } }: { id: string; of: ChipCount }) {
  return (
    <span
      id={id}
      aria-hidden
      className="ms-1.5 inline-block min-w-[1.5ch] text-start font-normal tabular-nums opacity-75"
    >
      {count !== undefined && (
        <>
          {formatCount(count)} <span className="sr-only">{noun}</span>
        </>
      )}
    </span>
  )
}

/** A toggle button. */
export function Chip({
  label,
  count,
  chosen,
  onPress,
}: {
  label: string
  count?: ChipCount | undefined
  chosen: boolean
  onPress: () => void
}) {
  const id = useId()
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-describedby={count && id}
      onClick={onPress}
      className={cx(
        'min-h-11 rounded-full border px-4 text-sm font-semibold transition-colors',
        chosen ? 'border-ink bg-ink text-white' : 'border-control bg-white hover:border-ink hover:bg-paper',
      )}
    >
      {label}
      {count && <Count id={id} of={count} />}
    </button>
  )
}

/** Toggle buttons for the views of a list. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly FilterOption<Value>[]
  /** null: none of them. */
  value: Value | null
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <Chip
          key={option.value}
          label={option.label}
          count={option.count}
          chosen={option.value === value}
          onPress={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}
