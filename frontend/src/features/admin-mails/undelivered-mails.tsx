import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { UndeliveredMail } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { mailQueries } from './queries'

/** Why a mail was not delivered. */
const REASONS: Record<string, string> = {
  refused: 'The mail server refused it',
  givenUp: 'The mail server did not take it for some days, or its link had ended',
  tooMany: 'The address was never confirmed, and got 3 mails about orders within a day',
}

function Row({ mail: { to, orderId, state, answer, queuedAt } }: { mail: UndeliveredMail }) {
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-semibold wrap-anywhere">{to ?? 'To the shop'}</span>
        <time dateTime={queuedAt} className="text-sm text-cocoa">
          {formatDateTime(queuedAt)}
        </time>
      </p>
      <p className="break-words">
        {REASONS[state] ?? state}
        {answer !== null && `: ${answer}`}
      </p>
      {orderId !== null && (
        <Link
          to={`/admin/orders?view=${orderId}`}
          state={FROM_HERE}
          className="inline-flex min-h-11 items-center justify-self-start text-lotus underline underline-offset-2"
        >
          Order {orderId}
        </Link>
      )}
    </li>
  )
}

/** The newest mails that did not arrive, and why; nothing where there are none. */
export function UndeliveredMails() {
  const { data = [] } = useQuery(mailQueries.undelivered())
  if (data.length === 0) return null
  return (
    <section
      aria-labelledby="undelivered"
      className="mb-6 max-h-96 overflow-y-auto rounded-card border border-line bg-white p-5"
    >
      <h2 id="undelivered" className="font-display text-xl">
        Not delivered
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {data.map((mail) => (
          <Row key={mail.mailId} mail={mail} />
        ))}
      </ul>
    </section>
  )
}
