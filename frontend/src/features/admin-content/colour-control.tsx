import { Field } from '@/ui/field'
import type { ColourField } from './fields'
import { useFieldError } from './form-context'
import type { ControlProps } from './plain-controls'
import { textOf } from './values'

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A colour: typed, or chosen with the browser's own control. */
export function ColourControl({ field, value, onChange, path }: ControlProps<ColourField>) {
  const { error, clear } = useFieldError(path)
  const change = (text: string) => {
    clear()
    onChange(text)
  }
  const typed = textOf(value)
  return (
    <Field label={field.label} error={error} hint={field.hint}>
      {(aria) => (
        <div className="flex gap-3">
          <input
            {...aria}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={7}
            value={typed}
            onChange={(event) => change(event.target.value.trim())}
            className="control max-w-40 tabular-nums"
          />
          <input
            type="color"
            aria-label={`Choose: ${field.label}`}
            value={isColour(typed) ? typed.toLowerCase() : undefined}
            onChange={(event) => change(event.target.value)}
            className="size-12 flex-none cursor-pointer rounded-input border border-control bg-white p-1"
          />
        </div>
      )}
    </Field>
  )
}
