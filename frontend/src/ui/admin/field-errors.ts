// Errors of the fields of a form, under the paths by which the API names fields: 'rates[0].tariff.amount'.
import { firstFieldErrors } from '@/api/problem'

/** One sentence for each wrong field. */
export type FieldErrors = Readonly<Record<string, string>>

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0

/** 'slides[0].text' is below '', 'slides' and 'slides[0]', not below 'slide'. */
const isAtOrBelow = (name: string, path: string): boolean =>
  path === '' || name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`)

export const hasErrorsAt = (errors: FieldErrors, path: string): boolean =>
  Object.keys(errors).some((name) => isAtOrBelow(name, path))

export const withoutErrorsAt = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !isAtOrBelow(name, path)))

/** The sentences of a refused call under their fields; those of a document of the content are in its 'body'. */
export const fieldErrorsOf = (error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries(firstFieldErrors(error)).map(([path, text]) => [
      path.replace(/^body\./, ''),
      text.charAt(0).toUpperCase() + text.slice(1),
    ]),
  )
