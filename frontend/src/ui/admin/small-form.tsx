// Small forms: a table of fields, the hook that holds what is typed, and the component that renders both.
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '@/api/form-errors'
import { messageOf } from '@/api/problem'
import type { Texts } from '@/lib/draft'
import { Button, type ButtonProps } from '@/ui/button'
import { type FieldProps, TextareaField, TextField } from '@/ui/field'
import { SelectField, type SelectOption } from '@/ui/select'
import { toast } from '@/ui/toast'

export type FormField<Name extends string> = Pick<FieldProps, 'hint' | 'optional'> & {
  name: Name
  label: string
  /** A choice among these. */
  options?: readonly SelectOption[]
  /** Lines of the control; absent: a single line. */
  rows?: number
  maxLength?: number | undefined
  inputMode?: 'decimal'
  autoCapitalize?: 'none'
  spellCheck?: boolean
  autoFocus?: boolean
  /** Over both columns. */
  isWide?: boolean
  /** The error of a blank text. */
  missing?: string
  /** The error of another text. */
  rule?: (text: string) => string | undefined
}

/** The texts of a small form. `submit` hands them over without blanks around them once every rule is kept. */
export function useSmallForm<Values extends Texts>(initial: Values) {
  const form = useForm<Texts>({ defaultValues: initial })
  const { watch, setValue, setError, handleSubmit } = form
  return {
    form,
    values: watch() as Values,
    set: (name: keyof Values & string, text: string) => setValue(name as string, text, { shouldDirty: true }),
    /** Shows the sentences of a refusal on their fields; false where it has none. */
    showErrors: (error: unknown) => showFieldErrors(error, Object.keys(initial), setError),
    submit: (send: (values: Values) => void) =>
      handleSubmit((typed) =>
        send(Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()])) as Values),
      ),
  }
}

type SmallFormState = Pick<ReturnType<typeof useSmallForm>, 'form'>

/** Lets a field follow `text` until something is typed into it. */
export function useSuggestion({ form }: SmallFormState, name: string, text: string): void {
  const isTyped = form.formState.dirtyFields[name] === true
  const { resetField } = form
  useEffect(() => {
    if (!isTyped) resetField(name, { defaultValue: text })
  }, [isTyped, resetField, name, text])
}

/** The controls of the fields. */
export function FormFields<Name extends string>({
  state: { form },
  fields,
}: {
  state: SmallFormState
  fields: readonly FormField<Name>[]
}) {
  const { errors } = form.formState
  return fields.map(({ name, options, rows, isWide = false, missing, rule, ...rest }) => {
    const validate = (typed: string) => {
      const text = typed.trim()
      return text === '' && missing !== undefined ? missing : rule?.(text)
    }
    const props = {
      ...rest,
      error: errors[name]?.message,
      fieldClassName: isWide ? 'sm:col-span-2' : undefined,
      ...form.register(name, { validate }),
    }
    if (options !== undefined) return <SelectField key={name} options={options} {...props} />
    if (rows !== undefined) return <TextareaField key={name} rows={rows} {...props} />
    return <TextField key={name} autoComplete="off" {...props} />
  })
}

/** A small form with its buttons, in place of the button that opened it. */
export function SmallForm<Name extends string>({
  state,
  fields,
  name,
  className = '',
  onSubmit,
  submit,
  tone = 'primary',
  pending,
  cancel = { label: 'Cancel', variant: 'quiet' },
  onCancel,
  intro,
  children,
}: {
  state: SmallFormState
  fields: readonly FormField<Name>[]
  /** Its name for screen readers. */
  name?: string
  className?: string
  onSubmit: () => void
  /** The label of the button that sends it. */
  submit: string
  tone?: ButtonProps['variant']
  pending: boolean
  cancel?: { label: string; variant: ButtonProps['variant'] }
  onCancel: () => void
  /** Above the fields. */
  intro?: ReactNode
  /** Between fields and buttons. */
  children?: ReactNode
}) {
  return (
    <form
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSubmit()
      }}
      className={`grid gap-4 ${className}`}
    >
      {intro}
      <div className={fields.length > 1 ? 'grid items-start gap-4 sm:grid-cols-2' : ''}>
        <FormFields state={state} fields={fields} />
      </div>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" variant={tone} pending={pending}>
          {submit}
        </Button>
        <Button size="sm" variant={cancel.variant} disabled={pending} onClick={onCancel}>
          {cancel.label}
        </Button>
      </div>
    </form>
  )
}

/** The callbacks of a call whose answer has a message: both outcomes are announced. */
export const announced = (failed: string, onDone?: () => void) => ({
  onSuccess: ({ message }: { message: string }) => {
    toast.success(message)
    onDone?.()
  },
  onError: (error: unknown) => void toast.error(messageOf(error, failed)),
})
