import { bindTexts } from '@/ui/admin/bind-texts'
import { AmountControl } from '@/ui/admin/controls'
import { amountError } from '@/ui/admin/field-checks'
import type { BenefitForm, PromotionFieldsProps } from './benefit-form'

function Fields({ values, errors, edit }: PromotionFieldsProps) {
  const field = bindTexts(values, errors, edit)
  return <AmountControl label="Amount off (LKR)" fieldClassName="max-w-48" {...field('amount', 'value')} />
}

const isZero = (text: string): boolean => text.trim() !== '' && Number(text) === 0

export const FIXED: BenefitForm = {
  label: 'Amount off',
  about: 'The same amount off every order, such as LKR 500.',
  Fields,
  check: ({ amount }) => ({ value: amountError(amount) ?? (isZero(amount) ? 'Enter more than 0' : null) }),
  write: ({ amount }) => ({ value: Number(amount) }),
}
