// The time until an order expires, in words.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

/** Milliseconds in words, never more than they are: 'a minute', '47 minutes', '1 hour 20 minutes', '23 hours' or '2 days'. */
export function timeLeft(ms: number): string {
  if (ms < 2 * MINUTE) return 'a minute'
  if (ms < HOUR) return count(Math.floor(ms / MINUTE), 'minute')
  if (ms >= 2 * DAY) return count(Math.floor(ms / DAY), 'day')
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  const exact = hours < 3 && minutes > 0
  return exact ? `${count(hours, 'hour')} ${count(minutes, 'minute')}` : count(hours, 'hour')
}
