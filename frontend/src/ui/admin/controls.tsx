// The controls of the back-office's forms: they hand over texts, and show an error below themselves.
import { Plus, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, type WheelEvent } from 'react'
import { Button, type ButtonProps } from '@/ui/button'
import { TextareaField, TextField } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import { SelectField } from '@/ui/select'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** The props of a field, which hands its text over. */
type Handing<FieldProps> = Omit<FieldProps, 'onChange' | 'value'> & {
  value: string
  onChange: (text: string) => void
}

/** Removes the focus on scrolling, which would change the number. */
const keepOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

const handed = (onChange: (text: string) => void) => (event: Typed) => onChange(event.target.value)

/** A line of text. */
export function LineControl({ onChange, ...props }: Handing<ComponentProps<typeof TextField>>) {
  return <TextField autoComplete="off" {...props} onChange={handed(onChange)} />
}

/** Lines of text. */
export function LinesControl({ onChange, ...props }: Handing<ComponentProps<typeof TextareaField>>) {
  return <TextareaField autoComplete="off" {...props} onChange={handed(onChange)} />
}

/** A number, by default with a fraction. */
export function NumberControl(props: Handing<ComponentProps<typeof TextField>>) {
  return <LineControl type="number" inputMode="decimal" {...props} onWheel={keepOnWheel} />
}

/** An amount in rupees. */
export function AmountControl(props: Handing<ComponentProps<typeof TextField>>) {
  return <NumberControl min="0" step="0.01" {...props} />
}

/** A whole number. */
export function IntegerControl(props: Handing<ComponentProps<typeof TextField>>) {
  return <NumberControl inputMode="numeric" min="0" step="1" {...props} />
}

export function SelectControl({ onChange, ...props }: Handing<ComponentProps<typeof SelectField>>) {
  return <SelectField {...props} onChange={handed(onChange)} />
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

/** The error of a group of controls; focusable, as controls with an error are. */
export function ErrorLine({ error }: { error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p role="alert" aria-invalid="true" tabIndex={-1} className="text-sm font-medium text-error">
      {error}
    </p>
  )
}

/** Adds a row to a list of rows. */
export function AddButton({ children, ...props }: Pick<ButtonProps, 'onClick' | 'children'>) {
  return (
    <Button variant="secondary" size="sm" {...props}>
      <Plus aria-hidden size={18} />
      {children}
    </Button>
  )
}

/** Removes a row of a list of rows. */
export function RemoveButton(
  props: Pick<ComponentProps<typeof IconButton>, 'label' | 'className' | 'onClick'>,
) {
  return <IconButton icon={Trash2} tone="danger" {...props} />
}
