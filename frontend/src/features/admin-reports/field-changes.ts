// Formats the fields of an audit log entry.
import type { AuditEntry, OrderStatus } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatCents } from '@/lib/money'
import { STATUSES, statusLabel } from '@/ui/admin/order-status'

/** A field's values; null when the object did not exist. */
export type FieldChange = { key: string; label: string; before: string | null; after: string | null }

const LABELS: Record<string, string> = {
  productId: 'Product ID',
  productName: 'Product Name',
  altNames: 'Alternative Names',
  images: 'Images',
  priceCents: 'Price',
  lastPriceCents: 'Last Price',
  shadeName: 'Shade',
  shadeHex: 'Shade colour',
  isBlocked: 'Blocked?',
  paymentId: 'Payment ID',
  userEmail: 'Email',
}

const NOTHING = '–'
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** 'firstName' → 'First Name'. */
const humanize = (key: string): string =>
  key.charAt(0).toUpperCase() + key.slice(1).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

const isStatus = (value: unknown): value is OrderStatus => STATUSES.some((status) => status === value)

/** Formats a value: money in LKR, times in the shop's time zone. */
function inText(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return key.endsWith('Cents') ? formatCents(value) : String(value)
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : value.map((item) => inText(key, item)).join('\n')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (key === 'status' && isStatus(value)) return statusLabel(value)
  return INSTANT.test(value) ? formatDateTime(value) : value
}

const fieldsOf = (snapshot: AuditEntry['before']): Record<string, unknown> =>
  snapshot !== null && typeof snapshot === 'object' && !Array.isArray(snapshot)
    ? (snapshot as Record<string, unknown>)
    : {}

/** All fields of an entry in stored order; for an update the changed ones first. */
export function fieldsIn({ before, after }: Pick<AuditEntry, 'before' | 'after'>): {
  changed: FieldChange[]
  same: FieldChange[]
} {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const keys = [...new Set([...Object.keys(is), ...Object.keys(was)])]
  const changed: FieldChange[] = []
  const same: FieldChange[] = []
  for (const key of keys) {
    const field = {
      key,
      label: LABELS[key] ?? humanize(key),
      before: before === null ? null : inText(key, was[key]),
      after: after === null ? null : inText(key, is[key]),
    }
    const equal = JSON.stringify(was[key] ?? null) === JSON.stringify(is[key] ?? null)
    if (before !== null && after !== null && equal) same.push(field)
    else changed.push(field)
  }
  return { changed, same }
}
