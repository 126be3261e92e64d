import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { loadDraft, type Texts } from './draft'
import { useFormDraft } from './use-form-draft'

export type ZodFormOptions<Values extends Texts> = {
  rules: ZodMiniType<Values, Values>
  /** All fields, blank. The first fault is that of the first field on the page, whatever their order here. */
  blank: Values
  /** The values at the beginning, where they are not blank. */
  start?: Partial<Values>
  /** Keeps these fields for their owner (null: a guest) while they are typed; all of them by default, never passwords. */
  draft?: { name: string; owner: string | null; fields?: Texts }
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
  useFormDraft(form.watch, name, owner, fields)
  /**
   * Sends values that follow the rules. What the server refuses is shown on its fields; `onFailed` is told whether it named one.
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
