import type { BenefitForm } from './benefit-form'

export const FREE_DELIVERY: BenefitForm = {
  label: 'Free delivery',
  about: 'The charge for delivery is waived.',
  check: () => ({}),
  write: () => ({}),
}
