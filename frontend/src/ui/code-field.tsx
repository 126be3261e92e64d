import { type ComponentPropsWithRef, useState } from 'react'
import { type FieldProps, TextField } from './field'

/**
 * The code of a second factor. Phones show digits, and offer a code that they received; a recovery code has letters, too, so a
 * button asks for one with the whole keyboard. The server takes both.
 */
export function CodeField(
  props: Omit<FieldProps & ComponentPropsWithRef<'input'>, 'label' | 'hint' | 'type'>,
) {
  const [recovery, setRecovery] = useState(false)
  return (
    <div className="grid justify-items-start gap-1">
      <TextField
        {...props}
        fieldClassName="w-full"
        label={recovery ? 'Recovery code' : 'Code'}
        hint={
          recovery
            ? 'One of the ten codes that you saved, such as k7m2-9qtx. Each works once.'
            : 'The 6 digits that your app shows now.'
        }
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="tabular-nums"
      />
      <button
        type="button"
        onClick={() => setRecovery(!recovery)}
        className="min-h-11 text-sm font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
      >
        {recovery ? 'Use the code of the app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
