import type { Address } from '@/api/types'

/** The address without its recipient, in one line, as orders show it. */
export const addressLine = ({ line1, line2, city, district, postalCode }: Address): string =>
  [line1, line2, city, district, postalCode].filter((part) => part !== null && part !== '').join(', ')

/** The name of an address in questions and buttons. */
export const addressName = ({ label, line1 }: Address): string => label ?? line1
