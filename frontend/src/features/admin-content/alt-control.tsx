import { CheckControl } from '@/ui/admin/controls'
import { TextField } from '@/ui/field'
import { FieldHint } from './field-hint'
import type { AltField } from './fields'
import { useFieldError } from './form-context'
import { LIMITS } from './limits'
import type { ControlProps } from './plain-controls'
import { characters, textOf } from './values'

/** What a picture shows, for those who do not see it; or that it only decorates. */
export function AltControl({ field, value, onChange, path }: ControlProps<AltField>) {
  const { error, clear } = useFieldError(path)
  const change = (next: string | null) => {
    clear()
    onChange(next)
  }
  const typed = textOf(value)
  return (
    <div className="grid gap-2">
      <CheckControl
        label="The pictures only decorate"
        hint="People who do not see them miss nothing."
        checked={value === null}
        onChange={(on) => change(on ? null : '')}
      />
      {value !== null && (
        <TextField
          label={field.label}
          autoComplete="off"
          value={typed}
          error={error}
          hint={
            <FieldHint
              hint="Read aloud in place of the pictures."
              count={characters(typed)}
              most={LIMITS.alt}
            />
          }
          onChange={(event) => change(event.target.value)}
        />
      )}
    </div>
  )
}
