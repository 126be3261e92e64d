import { createContext, useContext } from 'react'
import { type FieldErrors, hasErrorsAt } from '@/ui/admin/field-errors'

/** The errors of the form, and how those of a field and below it are dropped. */
export type FormErrors = { errors: FieldErrors; clearErrors: (path: string) => void }

const Context = createContext<FormErrors>({ errors: {}, clearErrors: () => {} })

export const FormProvider = Context.Provider

export const useFormErrors = (): FormErrors => useContext(Context)

/** The error of a field, and what clears it together with those of the fields inside it. */
export function useFieldError(path: string) {
  const { errors, clearErrors } = useFormErrors()
  return { error: errors[path], clear: () => hasErrorsAt(errors, path) && clearErrors(path) }
}
