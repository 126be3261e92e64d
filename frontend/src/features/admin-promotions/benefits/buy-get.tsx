import { bindTexts } from '@/ui/admin/bind-texts'
import { IntegerControl } from '@/ui/admin/controls'
import { integerError } from '@/ui/admin/field-checks'
import type { BenefitForm, PromotionFieldsProps } from './benefit-form'

function Fields({ values, errors, edit }: PromotionFieldsProps) {
  const field = bindTexts(values, errors, edit)
  return (
    <div className="grid max-w-96 grid-cols-2 items-start gap-4">
      <IntegerControl label="Buy (units)" {...field('buy')} />
      <IntegerControl label="Get free (units)" {...field('get')} />
    </div>
  )
}

export const BUY_GET: BenefitForm = {
  label: 'Buy some, get some free',
  about: 'Of the matching units in a cart the cheapest are free.',
  Fields,
  check: ({ buy, get }) => ({ buy: integerError(buy, 1, 100), get: integerError(get, 1, 100) }),
  write: ({ buy, get }) => ({ buy: Number(buy), get: Number(get) }),
}
