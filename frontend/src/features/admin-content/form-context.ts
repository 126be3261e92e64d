import { createContext, useContext } from 'react'
import { type Faults, isAtOrBelow } from './checks'

/** The faults of the form, and how those of a field and below it are dropped. */
export type FormState = { faults: Faults; clear: (path: string) => void }

const Context = createContext<FormState>({ faults: {}, clear: () => {} })

export const FormProvider = Context.Provider

export const useForm = (): FormState => useContext(Context)

/** The fault of a field, and whether it or a field below it has one. */
export function useFault(path: string) {
  const { faults, clear } = useForm()
  const found = Object.keys(faults).filter((name) => isAtOrBelow(name, path))
  return { fault: faults[path], isFaulty: found.length > 0, clear: () => found.length > 0 && clear(path) }
}
