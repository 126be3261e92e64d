import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { firstFieldErrors } from './problem'

/** Puts a refusal's sentences on the fields that they are about, the first one focused; false when it names none of them. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const sentences = firstFieldErrors(error)
  const wrong = fields.filter((field) => sentences[field] !== undefined)
  wrong.forEach((field, index) => {
    setError(field, { type: 'server', message: sentences[field] ?? '' }, { shouldFocus: index === 0 })
  })
  return wrong.length > 0
}
