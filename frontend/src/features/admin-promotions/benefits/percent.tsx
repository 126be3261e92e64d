import { bindTexts } from '@/ui/admin/bind-texts'
import { IntegerControl } from '@/ui/admin/controls'
import { integerError } from '@/ui/admin/field-checks'
import type { BenefitForm, PromotionFieldsProps } from './benefit-form'

function Fields({ values, errors, edit }: PromotionFieldsProps) {
  const field = bindTexts(values, errors, edit)
  return <IntegerControl label="Percentage" fieldClassName="max-w-48" {...field('percent', 'value')} />
}

export const PERCENT: BenefitForm = {
  label: 'Percentage off',
  about: 'A share of the price, such as 10% off.',
  Fields,
  check: ({ percent }) => ({ value: integerError(percent, 1, 100) }),
  write: ({ percent }) => ({ value: Number(percent) }),
}
