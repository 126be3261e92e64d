import type { BenefitKind } from '@/api/types'
import type { BenefitForm } from './benefit-form'
import { BUY_GET } from './buy-get'
import { FIXED } from './fixed'
import { FREE_DELIVERY } from './free-delivery'
import { PERCENT } from './percent'
import { STEPS } from './steps'

/** The benefits, in the order in which they are offered. */
export const BENEFITS: Readonly<Record<BenefitKind, BenefitForm>> = {
  percent: PERCENT,
  fixed: FIXED,
  freeDelivery: FREE_DELIVERY,
  buyGet: BUY_GET,
  steps: STEPS,
}

export const BENEFIT_KINDS = Object.keys(BENEFITS) as BenefitKind[]
