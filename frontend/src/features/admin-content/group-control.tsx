import { useId } from 'react'
import { CheckControl } from '@/ui/admin/controls'
import type { GroupField } from './fields'
import { useFieldError } from './form-context'
import type { NestingProps } from './plain-controls'
import { objectOf } from './values'

/** Fields that belong together, and may be absent. */
export function GroupControl({ field, value, onChange, path, Form }: NestingProps<GroupField>) {
  const id = useId()
  const { clear } = useFieldError(path)
  const isThere = value !== null
  const toggle = (on: boolean) => {
    clear()
    onChange(on ? field.blank : null)
  }
  return (
    <fieldset className="min-w-0" aria-describedby={field.hint === undefined ? undefined : id}>
      <legend className="font-medium">{field.label}</legend>
      {field.hint !== undefined && (
        <p id={id} className="mt-1 text-sm text-cocoa">
          {field.hint}
        </p>
      )}
      {field.add !== undefined && <CheckControl label={field.add} checked={isThere} onChange={toggle} />}
      {isThere && (
        <div className="mt-2 border-s-2 border-line ps-4">
          <Form fields={field.fields} value={objectOf(value)} onChange={onChange} path={path} />
        </div>
      )}
    </fieldset>
  )
}
