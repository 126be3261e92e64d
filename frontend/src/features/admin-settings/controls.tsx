// Controls of the settings forms. Each shows the error of its path.
import type { ReactNode } from 'react'
import {
  CheckControl,
  ErrorLine,
  LineControl,
  NumberControl,
  SelectControl as Select,
} from '@/ui/admin/controls'
import type { FieldErrors } from '@/ui/admin/field-errors'
import type { SelectOption } from '@/ui/select'
import type { FieldValues, SectionField } from './field-checks'

export type ControlProps = {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  errors: FieldErrors
  /** The field's name in the API. */
  path: string
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  fieldClassName?: string
}

type TextName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never
}[keyof Values & string]

/**
 * The props of the controls for the texts of a form. `change` receives what was typed, and the path of the field: its name, or
 * another one, below `parent`.
 */
export const bindTexts =
  <Values extends object>(
    values: Values,
    errors: FieldErrors,
    change: (part: Partial<Values>, path: string) => void,
    parent = '',
  ) =>
  (name: TextName<Values>, path: string = name) => ({
    path: parent + path,
    errors,
    value: values[name] as string,
    onChange: (text: string) => change({ [name]: text } as Partial<Values>, parent + path),
  })

const withError = ({ errors, path, ...rest }: ControlProps) => ({ ...rest, error: errors[path] })

/** A line of text. */
export function TextControl({
  type,
  maxLength,
  ...props
}: ControlProps & { type?: string; maxLength?: number }) {
  return <LineControl type={type} maxLength={maxLength} {...withError(props)} />
}

/** An amount in rupees. */
export function AmountControl(props: ControlProps) {
  return <NumberControl min="0" step="0.01" {...withError(props)} />
}

/** A whole number. */
export function IntegerControl(props: ControlProps) {
  return <NumberControl inputMode="numeric" min="0" step="1" {...withError(props)} />
}

export function SelectControl({ options, ...props }: ControlProps & { options: readonly SelectOption[] }) {
  return <Select options={options} {...withError(props)} />
}

/** The error of a group of controls. */
export function GroupError({ errors, path }: { errors: FieldErrors; path: string }) {
  return <ErrorLine error={errors[path]} />
}

/** The heading of the zones, which receives the focus when a zone is removed. */
export const ZONES_HEADING = 'zones-heading'

/** The controls of these fields, by default two beside each other. */
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
        return kind === 'integer' ? (
          <NumberControl key={name} inputMode="numeric" min="0" step="1" {...props} />
        ) : (
          <NumberControl key={name} min="0" step="0.01" {...props} />
        )
      })}
    </div>
  )
}
