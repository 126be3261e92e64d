// The controls of fields with one plain value.
import { type ChangeEvent, type ComponentType, useId, type WheelEvent } from 'react'
import { TextareaField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
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
import { useFault } from './form-context'
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

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** Removes the focus on scrolling, which would change the number. */
const keepOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

function useControl({ path, onChange }: Pick<ControlProps<unknown>, 'path' | 'onChange'>) {
  const { fault, clear } = useFault(path)
  const change = (value: Value) => {
    clear()
    onChange(value)
  }
  return { change, error: fault }
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
    autoComplete: 'off',
    hint: <FieldHint hint={field.hint} count={characters(typed)} most={field.most} />,
    onChange: (event: Typed) => change(event.target.value),
  }
  return field.rows === undefined ? (
    <TextField type={field.input ?? 'text'} {...common} />
  ) : (
    <TextareaField rows={field.rows} {...common} />
  )
}

export function AddressControl(props: ControlProps<AddressField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <TextField
      label={field.label}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      error={error}
      hint={field.hint}
      onChange={(event) => change(event.target.value)}
    />
  )
}

export function NumberControl(props: ControlProps<NumberField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <TextField
      label={field.label}
      type="number"
      step="any"
      inputMode="decimal"
      min={field.least}
      max={field.most}
      value={typeof value === 'number' ? value : ''}
      error={error}
      hint={field.hint}
      onWheel={keepOnWheel}
      onChange={({ target }) => change(target.value === '' ? null : target.valueAsNumber)}
    />
  )
}

export function ChoiceControl(props: ControlProps<ChoiceField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <SelectField
      label={field.label}
      options={field.options}
      value={textOf(value)}
      error={error}
      hint={field.hint}
      onChange={(event) => change(event.target.value)}
    />
  )
}

/** A time of the shop's clock. */
export function TimeControl(props: ControlProps<TimeField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  return (
    <TextField
      label={field.label}
      optional
      type="datetime-local"
      value={toShopLocal(textOf(value))}
      error={error}
      hint={`In the time of the shop. Left empty: ${field.without.charAt(0).toLowerCase()}${field.without.slice(1)}.`}
      onChange={(event) => change(fromShopLocal(event.target.value))}
    />
  )
}

/** A checkbox with an explanation. */
export function Check({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-medium">
        <input
          id={id}
          type="checkbox"
          className="size-5 flex-none accent-lotus"
          checked={checked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="ps-8 text-sm text-cocoa">
          {hint}
        </p>
      )}
    </div>
  )
}

export function SwitchControl({ field, value, onChange }: ControlProps<SwitchField>) {
  return <Check label={field.label} hint={field.hint} checked={value === true} onChange={onChange} />
}
