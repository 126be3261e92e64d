// Labelled form controls. Each takes the usual props of its element (and react-hook-form's `register` result), plus
// label, hint and error, and ties them together for screen readers.
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cx } from './cx'
import { IconButton } from './icon-button'

export type FieldProps = {
  label: ReactNode
  /** Help text. */
  hint?: ReactNode | undefined
  /** The error message. */
  error?: string | undefined
  /** Adds '(optional)' to the label. */
  optional?: boolean | undefined
  /** Class of the whole field including its label. */
  fieldClassName?: string | undefined
}

/** A registered field of a form and its fault, for a control that several forms have. */
export type FormField = UseFormRegisterReturn & { error: string | undefined }

export type ControlAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, hint and error around a control that this file does not have, such as a file picker. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  fieldClassName,
  id: givenId,
  children,
}: FieldProps & { id?: string | undefined; children: (aria: ControlAria) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('flex flex-col gap-1.5', fieldClassName)}>
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-cocoa"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy,
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-error">
          <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-cocoa">
          {hint}
        </p>
      )}
    </div>
  )
}

type ControlId = { id?: string | undefined }

/** Separates the props of `Field` from those of its control. */
export function splitProps<Props extends FieldProps & ControlId>(props: Props) {
  const { label, hint, error, optional, fieldClassName, ...control } = props
  return [{ label, hint, error, optional, fieldClassName, id: props.id }, control] as const
}

export function TextField(props: FieldProps & ComponentPropsWithRef<'input'>) {
  const [field, { className, ...input }] = splitProps(props)
  return (
    <Field {...field}>
      {(aria) => <input type="text" {...input} {...aria} className={cx('control', className)} />}
    </Field>
  )
}

/** A text field for an e-mail address, with the keyboard and the autocompletion for one. */
export function EmailField(props: Omit<FieldProps & ComponentPropsWithRef<'input'>, 'type'>) {
  return (
    <TextField
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

export function TextareaField(props: FieldProps & ComponentPropsWithRef<'textarea'>) {
  const [field, { className, ...textarea }] = splitProps(props)
  return (
    <Field {...field}>
      {(aria) => <textarea rows={4} {...textarea} {...aria} className={cx('control', className)} />}
    </Field>
  )
}

export function PasswordField(props: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  const [field, { className, ...input }] = splitProps(props)
  const [shown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(aria) => (
        <div className="relative">
          <input
            {...input}
            {...aria}
            type={shown ? 'text' : 'password'}
            className={cx('control pe-14', className)}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            aria-controls={aria.id}
            onClick={() => setShown(!shown)}
            className="absolute end-0.5 top-0.5"
          />
        </div>
      )}
    </Field>
  )
}
