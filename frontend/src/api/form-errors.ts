import type { FieldValues, Path, UseFormReturn, UseFormSetError } from 'react-hook-form'
import { firstFieldErrors } from './problem'

/** 'firstName' and 'must be…' → 'First name must be…'; a complete sentence is not changed. */
export function sentenceAbout(field: string, text: string): string {
  if (!/^\p{Ll}/u.test(text)) return text
  const words = field.replace(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${text}`
}

/** Shows an error's messages on the fields of a form and focuses the first; false when it names none of these fields. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const sentences = firstFieldErrors(error)
  const wrong = fields.filter((field) => sentences[field] !== undefined)
  wrong.forEach((field, index) => {
    setError(
      field,
      { type: 'server', message: sentenceAbout(field, sentences[field] ?? '') },
      { shouldFocus: index === 0 },
    )
  })
  return wrong.length > 0
}

/** The props of the controls of a form: their registration, and their error. */
export const bindFields = <Values extends FieldValues>({
  register,
  formState,
}: Pick<UseFormReturn<Values>, 'register' | 'formState'>) => {
  const errors = formState.errors as Readonly<Record<string, { message?: string } | undefined>>
  return <Name extends Path<Values>>(name: Name) => ({ error: errors[name]?.message, ...register(name) })
}
