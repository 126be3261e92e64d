import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { waitingQuery } from '@/api/waiting'

/** That no mail server is connected; nothing where one is, or where one's role does not work on mails. */
export function MailWarning({ className }: { className?: string }) {
  const { data } = useQuery(waitingQuery())
  if (data?.mailConnected !== false) return null
  return (
    <p
      role="alert"
      className={`flex gap-3 rounded-input bg-error-wash px-4 py-3 font-medium text-error ${className ?? ''}`}
    >
      <MailX aria-hidden size={22} className="mt-0.5 flex-none" />
      <span>
        Mail is not connected: no mail of the shop reaches anybody. The person who looks after the server
        connects a mail server.
      </span>
    </p>
  )
}
