import type { FieldErrors } from './field-errors'

type TextName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never
}[keyof Values & string]

/**
 * The props of the controls for the texts of a form. `change` receives what was typed, and the path of the field: its name, or
 * another one, below `parent`.
 */
export const bindTexts =
  <Values extends object>(
    values: Values,
    errors: FieldErrors,
    change: (part: Partial<Values>, path: string) => void,
    parent = '',
  ) =>
  (name: TextName<Values>, path: string = name) => ({
    error: errors[parent + path],
    value: values[name] as string,
    onChange: (text: string) => change({ [name]: text } as Partial<Values>, parent + path),
  })
