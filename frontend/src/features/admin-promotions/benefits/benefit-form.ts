import type { ComponentType } from 'react'
import type { PromotionInput } from '@/api/types'
import type { FieldErrors } from '@/ui/admin/field-errors'
import type { PromotionValues } from '../promotion-values'

export type PromotionFieldsProps = {
  values: PromotionValues
  errors: FieldErrors
  /** Changes values, and drops the errors at `path` and below it. */
  edit: (change: Partial<PromotionValues>, path?: string) => void
}

/** How a benefit is chosen, typed, checked and sent. */
export type BenefitForm = {
  label: string
  about: string
  /** Its own fields; absent: it has none. */
  Fields?: ComponentType<PromotionFieldsProps>
  /** Sentences under the API's names of its fields; null for none. */
  check: (values: PromotionValues) => Record<string, string | null>
  write: (values: PromotionValues) => Partial<PromotionInput>
}
