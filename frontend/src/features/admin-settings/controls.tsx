// The fields of the settings forms.
import { AmountControl, CheckControl, IntegerControl, LineControl } from '@/ui/admin/controls'
import type { FieldValues, SectionField } from '@/ui/admin/field-checks'
import type { FieldErrors } from '@/ui/admin/field-errors'

/** The heading of the zones, which receives the focus when a zone is removed. */
export const ZONES_HEADING = 'zones-heading'

/** The controls of these fields, by default in two columns. */
export function SectionFields<Name extends string>({
  fields,
  values,
  errors,
  edit,
  parent = '',
  className = 'grid gap-4 sm:grid-cols-2',
}: {
  fields: readonly SectionField<Name>[]
  values: FieldValues<Name>
  errors: FieldErrors
  edit: (change: Record<string, string | boolean>, path: string) => void
  parent?: string
  className?: string
}) {
  return (
    <div className={className}>
      {fields.map(({ name, kind, label, hint, path = name, optional = false, maxLength, fieldClassName }) => {
        const value: string | boolean = values[name]
        const change = (next: string | boolean) => edit({ [name]: next }, parent + path)
        if (typeof value === 'boolean')
          return <CheckControl key={name} label={label} hint={hint} checked={value} onChange={change} />
        const props = {
          label,
          hint,
          optional,
          fieldClassName,
          value,
          onChange: change,
          error: errors[parent + path],
        }
        if (kind === 'text') return <LineControl key={name} maxLength={maxLength} {...props} />
        const Control = kind === 'integer' ? IntegerControl : AmountControl
        return <Control key={name} {...props} />
      })}
    </div>
  )
}
