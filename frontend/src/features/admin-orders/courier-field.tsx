import { useState } from 'react'
import { maxLength } from '@/lib/limits'
import { TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'

/** The value of the choice that opens the text field; no courier has a name of one space. */
const ANOTHER = ' '

export type CourierFieldProps = {
  /** The names of the configured couriers. */
  names: readonly string[]
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

/** The courier of a parcel: one of the shop's, or another one by name. Without configured couriers it is a text field. */
export function CourierField({ names, value, error, onChange }: CourierFieldProps) {
  const [another, setAnother] = useState(false)
  const isListed = value === '' || names.includes(value)
  const isTyped = another || !isListed
  const text = (label: string) => (
    <TextField
      label={label}
      optional
      autoComplete="off"
      maxLength={maxLength('courierLength')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  if (names.length === 0) return text('Courier')
  return (
    <div className="grid gap-4">
      <SelectField
        label="Courier"
        optional
        value={isTyped ? ANOTHER : value}
        error={isTyped ? undefined : error}
        options={[
          { value: '', label: 'None' },
          ...names.map((name) => ({ value: name, label: name })),
          { value: ANOTHER, label: 'Another courier' },
        ]}
        onChange={(event) => {
          const chosen = event.target.value
          setAnother(chosen === ANOTHER)
          onChange(chosen === ANOTHER ? '' : chosen)
        }}
      />
      {isTyped && text("The courier's name")}
    </div>
  )
}
