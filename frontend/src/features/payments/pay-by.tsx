import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { serverNow } from '@/api/server-clock'
import { formatDateTime, formatTime, shopDay } from '@/lib/date'
import { timeLeft } from './time-left'

/** How often the words are brought up to date, in milliseconds. */
const STEP_MS = 5_000

/** The server's present time in milliseconds since 1970, which moves on while the component is mounted. */
function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The time in which an order is to be paid, as 'Pay within 47 minutes, by 3:20 PM'. It is not announced while it runs down. */
export function PayBy({ expiresAt }: { expiresAt: string }) {
  const now = useNow()
  const end = Date.parse(expiresAt)
  const isToday = shopDay(end) === shopDay(now)
  return (
    <p className="flex items-start gap-2.5 text-ink">
      <Clock aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
      {end <= now ? (
        'The time to pay is over. We are checking whether your payment has come in.'
      ) : (
        <span>
          Pay within {timeLeft(end - now)}, by{' '}
          <time dateTime={expiresAt}>{isToday ? formatTime(expiresAt) : formatDateTime(expiresAt)}</time>.
        </span>
      )}
    </p>
  )
}
