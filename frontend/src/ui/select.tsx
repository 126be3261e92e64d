import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { cx } from './cx'
import { Field, type FieldProps, splitProps } from './field'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = ComponentPropsWithRef<'select'> & { options: readonly SelectOption[] }

/** A native select without a label; give it an `aria-label`. */
export function Select({ options, className, ...select }: SelectProps) {
  return (
    <div className="relative">
      <select {...select} className={cx('control appearance-none pe-11 text-ellipsis', className)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={18}
        className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2 text-cocoa"
      />
    </div>
  )
}

/** The same with label, hint and error. */
export function SelectField(props: FieldProps & SelectProps) {
  const [field, select] = splitProps(props)
  return <Field {...field}>{(aria) => <Select {...select} {...aria} />}</Field>
}
