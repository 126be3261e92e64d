import { cx } from '@/ui/cx'

export type FilterOption<Value extends string> = { value: Value; label: string }

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
      {options.map((option) => {
        const chosen = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChange(option.value)}
            className={cx(
              'min-h-11 rounded-full border px-4 text-sm font-semibold transition-colors',
              chosen
                ? 'border-ink bg-ink text-white'
                : 'border-control bg-white hover:border-ink hover:bg-paper',
            )}
          >
            {option.label}
          </button>
        )
      })}
    </fieldset>
  )
}
