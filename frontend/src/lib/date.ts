// Formats dates in the shop's time zone. Without Intl, which the page renderer's engine lacks: the server puts the zone's
// UTC offsets into every page.
import { shopFacts } from '@/api/shop-facts'

/** The shop's local time at `ms` milliseconds since 1970, in the UTC fields of a date. */
function onShopClock(ms: number): Date {
  const offsets = shopFacts.site?.utcOffsets ?? []
  const offset = offsets.findLast(([from]) => from * 1000 <= ms) ?? offsets[0]
  return new Date(ms + (offset?.[1] ?? 0) * 60_000)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

function parsed(iso: string): Date | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : onShopClock(ms)
}

/** '2026-11-20T19:05:00Z' → '21 Nov 2026' in Colombo; '' for an invalid time. */
export function formatDate(iso: string): string {
  const at = parsed(iso)
  return at === null ? '' : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** '2026-11-20T19:05:00Z' → '12:35 AM' in Colombo; '' for an invalid time. */
export function formatTime(iso: string): string {
  const at = parsed(iso)
  if (at === null) return ''
  return onTwelveHourClock(at.getUTCHours(), String(at.getUTCMinutes()).padStart(2, '0'))
}

function onTwelveHourClock(hours: number, minutes: string): string {
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A time of each day on the shop's clock: '14:43' → '2:43 PM'; '' for an invalid time. */
export function formatClock(time: string): string {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined || minutes === undefined ? '' : onTwelveHourClock(Number(hours), minutes)
}

/** '2026-11-20T19:05:00Z' → '21 Nov 2026, 12:35 AM' in Colombo; '' for an invalid time. */
export function formatDateTime(iso: string): string {
  return parsed(iso) === null ? '' : `${formatDate(iso)}, ${formatTime(iso)}`
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar day: '2026-03-04' → '4 Mar'; '' for an invalid day. */
export function formatShortDay(date: string): string {
  const [, , month, day] = DAY.exec(date) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? '' : `${Number(day)} ${name}`
}

/** '2026-03-04' → '4 Mar 2026'; '' for an invalid day. */
export function formatDay(date: string): string {
  const short = formatShortDay(date)
  return short === '' ? '' : `${short} ${date.slice(0, 4)}`
}

/** Two calendar days, the first not after the last: '23–25 Nov', '30 Nov – 2 Dec' or '4 Mar'; '' for an invalid day. */
export function formatDays(from: string, to: string): string {
  const [first, last] = [formatShortDay(from), formatShortDay(to)]
  if (first === '' || last === '' || from === to) return first && last
  return from.slice(0, 7) === to.slice(0, 7) ? `${first.split(' ')[0]}–${last}` : `${first} – ${last}`
}

/** The shop's calendar day at a moment given in milliseconds since 1970: '2026-11-21'. */
export function shopDay(ms: number): string {
  return onShopClock(ms).toISOString().slice(0, 10)
}

/** The shop's calendar year at a moment given in milliseconds since 1970. */
export function shopYear(ms: number): number {
  return onShopClock(ms).getUTCFullYear()
}
