import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type DefaultValues, type Path, type Resolver, type UseFormWatch, useForm } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { loadDraft, saveDraft, type Texts } from './draft'

type ZodFormOptions<Values extends Texts> = {
  rules: ZodMiniType<Values, Values>
  /** All fields, blank. The first fault is that of the first field on the page, whatever their order here. */
  blank: Values
  /** The values at the beginning, where they are not blank. */
  start?: Partial<Values>
  /** Keeps these fields for their owner (null: a guest) while they are typed; all of them by default, never passwords. */
  draft?: { name: string; owner: string | null; fields?: Texts }
}

/** Saves these fields on every change under a name, if there is one. */
function useDraft<Values extends Texts>(
  watch: UseFormWatch<Values>,
  name: string | null,
  owner: string | null,
  fields: Texts,
): void {
  const names = Object.keys(fields).join(' ')
  useEffect(() => {
    if (name === null) return
    const { unsubscribe } = watch((values: Record<string, unknown>) =>
      saveDraft(
        name,
        owner,
        Object.fromEntries(names.split(' ').map((field) => [field, String(values[field] ?? '')])),
      ),
    )
    return unsubscribe
  }, [watch, name, owner, names])
}

/** A form of texts with rules, an optional draft, and the server's refusals on its fields. */
export function useZodForm<Values extends Texts>({ rules, blank, start, draft }: ZodFormOptions<Values>) {
  const { name = null, owner = null, fields = blank } = draft ?? {}
  const form = useForm<Values>({
    resolver: zodResolver(rules) as Resolver<Values>,
    defaultValues: {
      ...blank,
      ...start,
      ...(name !== null && loadDraft(name, owner, fields)),
    } as DefaultValues<Values>,
  })
  useDraft(form.watch, name, owner, fields)
  /**
   * Sends values that follow the rules. What the server refuses is shown on its fields; `onFailed` receives whether it named one.
   */
  const submit = (
    send: (values: Values) => Promise<unknown>,
    onFailed: (error: unknown, isOnField: boolean) => void,
    onInvalid?: () => void,
  ) =>
    form.handleSubmit(async (values) => {
      try {
        await send(values)
      } catch (error) {
        onFailed(error, showFieldErrors(error, Object.keys(blank) as Path<Values>[], form.setError))
      }
    }, onInvalid)
  return { ...form, submit, field: bindFields(form), isSubmitting: form.formState.isSubmitting }
}
