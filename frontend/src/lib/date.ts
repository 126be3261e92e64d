// The one formatter for dates, in the shop's zone (Asia/Colombo, +05:30 all year). No Intl: it also runs where there is none.

const COLOMBO_OFFSET_MS = 5.5 * 60 * 60 * 1000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

function inColombo(iso: string): Date | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : new Date(ms + COLOMBO_OFFSET_MS)
}

/** '2026-11-20T19:05:00Z' → '21 Nov 2026'; '' for what is not a time. */
export function formatDate(iso: string): string {
  const at = inColombo(iso)
  return at === null ? '' : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** '2026-11-20T19:05:00Z' → '21 Nov 2026, 12:35 AM'; '' for what is not a time. */
export function formatDateTime(iso: string): string {
  const at = inColombo(iso)
  if (at === null) return ''
  const hours = at.getUTCHours()
  const minutes = String(at.getUTCMinutes()).padStart(2, '0')
  return `${formatDate(iso)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar day, whatever the zone: '2026-03-04' → '4 Mar'; '' for what is none. */
export function formatShortDay(date: string): string {
  const [, , month, day] = DAY.exec(date) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? '' : `${Number(day)} ${name}`
}

/** '2026-03-04' → '4 Mar 2026'; '' for what is none. */
export function formatDay(date: string): string {
  const short = formatShortDay(date)
  return short === '' ? '' : `${short} ${date.slice(0, 4)}`
}

/** The shop's calendar day at a moment given in milliseconds since 1970: '2026-11-21'. */
export function isoDateInColombo(ms: number): string {
  return new Date(ms + COLOMBO_OFFSET_MS).toISOString().slice(0, 10)
}

/** The shop's calendar year at a moment given in milliseconds since 1970. */
export function yearInColombo(ms: number): number {
  return new Date(ms + COLOMBO_OFFSET_MS).getUTCFullYear()
}
