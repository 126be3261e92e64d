// Three states of a form with a fixed set of fields: as it was opened, as typed, and as another person saved it meanwhile.
import { isSame } from '@/lib/is-same'
import type { Difference } from './conflict-frame'

/** A field as it is compared: its label, and its value for the reader. */
export type ComparedField<Values> = {
  name: keyof Values
  label: string
  read: (values: Values) => string
}

/** The fields that were changed since the form was opened. */
export const changedFields = <Values extends object>(opened: Values, mine: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(mine).filter(([name, value]) => !isSame(value, opened[name as keyof Values])),
  ) as Partial<Values>

/** The present values with the form's changes. */
export const mergedFields = <Values extends object>(
  opened: Values,
  mine: Values,
  theirs: Values,
): Values => ({
  ...theirs,
  ...changedFields(opened, mine),
})

export function fieldDifferences<Values extends object>(
  fields: readonly ComparedField<Values>[],
  opened: Values,
  mine: Values,
  theirs: Values,
): Difference[] {
  const changed = changedFields(opened, mine)
  return fields
    .filter(({ read }) => read(mine) !== read(theirs))
    .map(({ name, label, read }) => ({
      label,
      mine: name in changed ? read(mine) : null,
      theirs: read(theirs),
    }))
}
