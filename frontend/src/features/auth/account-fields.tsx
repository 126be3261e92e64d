// The fields of a new account, which registration, invitation and the set-up of a shop have in common. A form focuses the first fault
// in the order in which its fields are registered, so the form registers them, in the order in which they are shown.
import { newPasswordRule, passwordHint, requiredText } from '@/lib/field-rules'
import { type FormField, PasswordField, TextField } from '@/ui/field'

/** The rules of the fields. */
export const ACCOUNT_RULES = {
  firstName: requiredText('First name is required', 'nameLength'),
  lastName: requiredText('Last name is required', 'nameLength'),
  password: newPasswordRule(),
}

export function NameFields({ firstName, lastName }: { firstName: FormField; lastName: FormField }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="First Name" autoComplete="given-name" {...firstName} />
      <TextField label="Last Name" autoComplete="family-name" {...lastName} />
    </div>
  )
}

export function NewPasswordField(field: FormField) {
  const hint = `${passwordHint()}A few words in a row are easy to remember and hard to guess.`
  return <PasswordField label="Password" autoComplete="new-password" hint={hint} {...field} />
}
