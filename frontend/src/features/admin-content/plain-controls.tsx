// The controls of fields with one plain value.

import { type ComponentType, createContext, useContext } from 'react'
import { formatInteger } from '@/lib/integer'
import {
  CheckControl,
  LineControl,
  LinesControl,
  NumberControl as PlainNumber,
  SelectControl,
} from '@/ui/admin/controls'
import { type FieldErrors, hasErrorsAt } from '@/ui/admin/field-errors'
import { cx } from '@/ui/cx'
import { Field as FieldFrame } from '@/ui/field'
import type {
  AddressField,
  AltField,
  ChoiceField,
  ColourField,
  Field,
  NumberField,
  SwitchField,
  TextField as TextDescription,
  TimeField,
} from './fields'
import { LIMITS } from './limits'
import { fromShopLocal, toShopLocal } from './shop-time'
import { characters, textOf, type Value, type Values } from './values'

/** The errors of the form, and how those of a field and below it are dropped. */
type FormErrors = { errors: FieldErrors; clearErrors: (path: string) => void }

const Context = createContext<FormErrors>({ errors: {}, clearErrors: () => {} })

export const FormProvider = Context.Provider

export const useFormErrors = (): FormErrors => useContext(Context)

/** The error of a field, and what clears it together with those of the fields inside it. */
export function useFieldError(path: string) {
  const { errors, clearErrors } = useFormErrors()
  return { error: errors[path], clear: () => hasErrorsAt(errors, path) && clearErrors(path) }
}

/** The help below a field, with the characters typed and allowed. */
export function FieldHint({
  hint,
  count,
  most,
}: {
  hint?: string | undefined
  count?: number
  most?: number
}) {
  const isOver = count !== undefined && most !== undefined && count > most
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      {hint !== undefined && <span className="min-w-0 flex-1 basis-40">{hint}</span>}
      {count !== undefined && most !== undefined && (
        <span className={cx('ms-auto tabular-nums', isOver && 'font-semibold text-error')}>
          {formatInteger(count)} of {formatInteger(most)} <span className="sr-only">characters</span>
        </span>
      )}
    </span>
  )
}

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

type Described = { label: string; hint?: string }

/** The props that all controls of a field have; `change` also drops its error. */
function useControl<Field extends Described>({ field, path, onChange }: ControlProps<Field>) {
  const { error, clear } = useFieldError(path)
  const change = (value: Value) => {
    clear()
    onChange(value)
  }
  return { change, error, props: { label: field.label, hint: field.hint, error, onChange: change } }
}

export function TextControl(control: ControlProps<TextDescription>) {
  const { field, value } = control
  const { props } = useControl(control)
  const typed = textOf(value)
  const common = {
    ...props,
    optional: field.least === 0,
    value: typed,
    hint: <FieldHint hint={field.hint} count={characters(typed)} most={field.most} />,
  }
  return field.rows === undefined ? (
    <LineControl type={field.input ?? 'text'} {...common} />
  ) : (
    <LinesControl rows={field.rows} {...common} />
  )
}

export function AddressControl(control: ControlProps<AddressField>) {
  const { props } = useControl(control)
  return (
    <LineControl
      {...props}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(control.value)}
    />
  )
}

export function NumberControl(control: ControlProps<NumberField>) {
  const { field, value } = control
  const { change, props } = useControl(control)
  return (
    <PlainNumber
      {...props}
      step="any"
      min={field.least}
      max={field.most}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(text) => change(text === '' ? null : Number(text))}
    />
  )
}

export function ChoiceControl(control: ControlProps<ChoiceField>) {
  const { props } = useControl(control)
  return <SelectControl {...props} options={control.field.options} value={textOf(control.value)} />
}

/** A time of the shop's clock. */
export function TimeControl(control: ControlProps<TimeField>) {
  const { without } = control.field
  const { change, props } = useControl(control)
  return (
    <LineControl
      {...props}
      optional
      type="datetime-local"
      value={toShopLocal(textOf(control.value))}
      hint={`In the time of the shop. Left empty: ${without.charAt(0).toLowerCase()}${without.slice(1)}.`}
      onChange={(text) => change(fromShopLocal(text))}
    />
  )
}

export function SwitchControl({ field, value, onChange }: ControlProps<SwitchField>) {
  return <CheckControl label={field.label} hint={field.hint} checked={value === true} onChange={onChange} />
}

/** What a picture shows, for those who do not see it; or that it only decorates. */
export function AltControl(props: ControlProps<AltField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
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
        <LineControl
          label={field.label}
          value={typed}
          error={error}
          hint={
            <FieldHint
              hint="Read aloud in place of the pictures."
              count={characters(typed)}
              most={LIMITS.alt}
            />
          }
          onChange={change}
        />
      )}
    </div>
  )
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A colour: typed, or chosen with the browser's own control. */
export function ColourControl(props: ControlProps<ColourField>) {
  const { field, value } = props
  const { change, error } = useControl(props)
  const typed = textOf(value)
  return (
    <FieldFrame label={field.label} error={error} hint={field.hint}>
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
    </FieldFrame>
  )
}
