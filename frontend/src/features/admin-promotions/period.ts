import { formatDay } from '@/lib/date'

/** The days in words; '' stands for an open end. */
export function describePeriod(startsAt: string, endsAt: string): string {
  const [first, last] = [formatDay(startsAt), formatDay(endsAt)]
  if (first === '' && last === '') return 'From now on, without an end.'
  if (last === '') return `From ${first} on, without an end.`
  if (first === '') return `Until ${last}, that day included.`
  return first === last ? `On ${first} alone.` : `From ${first} to ${last}, both days included.`
}

/** The days in a row of a list: '1 Dec 2026 – 31 Dec 2026', 'until 31 Dec 2026'. */
export function shortPeriod(startsAt: string | null, endsAt: string | null): string {
  const [first, last] = [formatDay(startsAt ?? ''), formatDay(endsAt ?? '')]
  if (first === '') return last && `until ${last}`
  return last === '' ? `from ${first}` : `${first} – ${last}`
}
