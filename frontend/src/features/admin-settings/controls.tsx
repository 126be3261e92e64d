// Controls of the settings forms. Each shows the fault of its path.
import type { ChangeEvent, ReactNode, WheelEvent } from 'react'
import { useId } from 'react'
import { TextField } from '@/ui/field'
import { SelectField, type SelectOption } from '@/ui/select'
import type { Faults } from './faults'

export type ControlProps = {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  faults: Faults
  /** The field's name in the API. */
  path: string
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  fieldClassName?: string
}

/** Removes the focus on scrolling, which would change the number. */
const keepOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

const inputProps = ({ faults, path, onChange, ...rest }: ControlProps) => ({
  ...rest,
  error: faults[path],
  autoComplete: 'off',
  onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
})

/** A line of text. */
export function TextControl({
  type,
  maxLength,
  ...props
}: ControlProps & { type?: string; maxLength?: number }) {
  return <TextField type={type} maxLength={maxLength} {...inputProps(props)} />
}

/** An amount in rupees. */
export function AmountControl(props: ControlProps) {
  return (
    <TextField
      type="number"
      inputMode="decimal"
      min="0"
      step="0.01"
      onWheel={keepOnWheel}
      {...inputProps(props)}
    />
  )
}

/** A whole number. */
export function IntegerControl(props: ControlProps) {
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min="0"
      step="1"
      onWheel={keepOnWheel}
      {...inputProps(props)}
    />
  )
}

export function SelectControl({
  faults,
  path,
  onChange,
  ...rest
}: ControlProps & { options: readonly SelectOption[] }) {
  return <SelectField {...rest} error={faults[path]} onChange={(event) => onChange(event.target.value)} />
}

/** A checkbox with an explanation below its label. */
export function CheckControl({
  label,
  hint,
  checked,
  disabled,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
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
          disabled={disabled}
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

/** The fault of a group of controls. */
export function GroupFault({ faults, path }: { faults: Faults; path: string }) {
  const sentence = faults[path]
  if (sentence === undefined) return null
  return (
    <p role="alert" aria-invalid="true" tabIndex={-1} className="text-sm font-medium text-error">
      {sentence}
    </p>
  )
}

/** The heading of the zones, which receives the focus when a zone is removed. */
export const ZONES_HEADING = 'zones-heading'

/** A card of the form, with its heading. */
export function Panel({
  title,
  headingId,
  intro,
  action,
  children,
}: {
  title: string
  /** Lets the heading receive the focus. */
  headingId?: string
  intro?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const ownId = useId()
  const id = headingId ?? ownId
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-white p-5 sm:p-6">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="font-display text-xl" {...(headingId !== undefined && { tabIndex: -1 })}>
            {title}
          </h2>
          {intro !== undefined && <p className="mt-1 max-w-prose text-cocoa">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
