// The controls of fields with one plain value.
import type { ComponentType } from 'react'
import {
  CheckControl,
  LineControl,
  LinesControl,
  NumberControl as PlainNumber,
  SelectControl,
} from '@/ui/admin/controls'
import { FieldHint } from './field-hint'
import type {
  AddressField,
  ChoiceField,
  Field,
  NumberField,
  SwitchField,
  TextField as TextDescription,
  TimeField,
} from './fields'
import { useFieldError } from './form-context'
import { fromShopLocal, toShopLocal } from './shop-time'
import { characters, textOf, type Value, type Values } from './values'

export type ControlProps<Description> = {
  field: Description
  value: Value
  onChange: (value: Value) => void
  /** The field's name in the API. */
  path: string
}

export type FormProps = {
  fields: readonly Field[]
  value: Values
  onChange: (value: Values) => void
  /** The object's name in the API; '' for a whole document. */
  path: string
}

/** A control with a form of its own: which form that is, so that forms and controls need not know each other. */
export type NestingProps<Description> = ControlProps<Description> & { Form: ComponentType<FormProps> }

function useControl({ path, onChange }: Pick<ControlProps<unknown>, 'path' | 'onChange'>) {
  const { error, clear } = useFieldError(path)
  const change = (value: Value) => {
    clear()
    onChange(value)
  }
  return { change, error }
}

export function TextControl(props: ControlProps<TextDescription>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  const typed = textOf(value)
  const common = {
    label: field.label,
    optional: field.least === 0,
    value: typed,
    error,
    hint: <FieldHint hint={field.hint} count={characters(typed)} most={field.most} />,
    onChange: change,
  }
  return field.rows === undefined ? (
    <LineControl type={field.input ?? 'text'} {...common} />
  ) : (
    <LinesControl rows={field.rows} {...common} />
  )
}

export function AddressControl(props: ControlProps<AddressField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <LineControl
      label={field.label}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      error={error}
      hint={field.hint}
      onChange={change}
    />
  )
}

export function NumberControl(props: ControlProps<NumberField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <PlainNumber
      label={field.label}
      step="any"
      min={field.least}
      max={field.most}
      value={typeof value === 'number' ? String(value) : ''}
      error={error}
      hint={field.hint}
      onChange={(text) => change(text === '' ? null : Number(text))}
    />
  )
}

export function ChoiceControl(props: ControlProps<ChoiceField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <SelectControl
      label={field.label}
      options={field.options}
      value={textOf(value)}
      error={error}
      hint={field.hint}
      onChange={change}
    />
  )
}

/** A time of the shop's clock. */
export function TimeControl(props: ControlProps<TimeField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <LineControl
      label={field.label}
      optional
      type="datetime-local"
      value={toShopLocal(textOf(value))}
      error={error}
      hint={`In the time of the shop. Left empty: ${field.without.charAt(0).toLowerCase()}${field.without.slice(1)}.`}
      onChange={(text) => change(fromShopLocal(text))}
    />
  )
}

export function SwitchControl({ field, value, onChange }: ControlProps<SwitchField>) {
  return <CheckControl label={field.label} hint={field.hint} checked={value === true} onChange={onChange} />
}
