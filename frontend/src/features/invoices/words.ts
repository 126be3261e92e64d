// The words of invoices, for customers and staff.
import type { Invoice } from '@/api/types'

const TITLES: Record<Invoice['kind'], string> = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  taxInvoice: 'Tax invoice',
}

const REASONS: Record<NonNullable<Invoice['reason']>, string> = {
  goodwill: 'Goodwill',
  return: 'Returned items',
  cancelled: 'Order cancelled',
  replaced: 'Replaced by a tax invoice',
}

/** Why a credit note was issued. */
export const reasonOf = (reason: NonNullable<Invoice['reason']>): string => REASONS[reason]

export const titleOf = ({ kind }: Pick<Invoice, 'kind'>): string => TITLES[kind]

/** 'Invoice INV-000001' */
export const nameOf = (invoice: Pick<Invoice, 'kind' | 'number'>): string =>
  `${titleOf(invoice)} ${invoice.number}`
