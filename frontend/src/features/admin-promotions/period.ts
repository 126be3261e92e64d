import { formatDay, formatDays } from '@/lib/date'

/** The days in words; '' stands for an open end. */
export function describePeriod(startsAt: string, endsAt: string): string {
  const [first, last] = [formatDay(startsAt), formatDay(endsAt)]
  if (first === '' && last === '') return 'From now on, without an end.'
  if (last === '') return `From ${first} on, without an end.`
  if (first === '') return `Until ${last}, that day included.`
  return first === last ? `On ${first} alone.` : `From ${first} to ${last}, both days included.`
}

/** The days in a row of a list: '1–31 Dec 2026', 'until 31 Dec 2026'; '' without any. */
export function shortPeriod(startsAt: string | null, endsAt: string | null): string {
  const [first, last] = [formatDay(startsAt ?? ''), formatDay(endsAt ?? '')]
  if (first === '') return last && `until ${last}`
  if (last === '') return `from ${first}`
  const isOneYear = startsAt?.slice(0, 4) === endsAt?.slice(0, 4)
  return isOneYear
    ? `${formatDays(startsAt ?? '', endsAt ?? '')} ${endsAt?.slice(0, 4)}`
    : `${first} – ${last}`
}
