import { useEffect } from 'react'
import type { FieldValues, UseFormWatch } from 'react-hook-form'
import { saveDraft, type Texts } from './draft'

/** Saves these fields of a form on every change under the name `form`, if there is one; their default values come from `loadDraft`. */
export function useFormDraft<T extends FieldValues>(
  watch: UseFormWatch<T>,
  form: string | null,
  owner: string | null,
  blank: Texts,
): void {
  const fields = Object.keys(blank).join(' ')
  useEffect(() => {
    if (form === null) return
    const { unsubscribe } = watch((values) => {
      const typed = values as Record<string, unknown>
      saveDraft(
        form,
        owner,
        Object.fromEntries(fields.split(' ').map((field) => [field, String(typed[field] ?? '')])),
      )
    })
    return unsubscribe
  }, [watch, form, owner, fields])
}
