import { MailWarning } from 'lucide-react'
import { useMailConnected } from '@/api/mail-connection'
import { ResendLink } from '@/features/auth/resend-link'

/**
 * Asks a user to confirm the e-mail address; only the language of mails depends on it. Accounts from before links were mailed at registration have
 * none, so it does not say that one was sent.
 */
export function VerifyNotice({ email }: { email: string }) {
  const mails = useMailConnected()
  return (
    <section
      aria-label="Confirm your email"
      className="mb-6 flex flex-col gap-3 rounded-card bg-info-wash p-5 text-info sm:flex-row sm:items-center sm:justify-between"
    >
      <p className="flex min-w-0 gap-3">
        <MailWarning aria-hidden size={22} className="mt-0.5 flex-none" />
        <span className="min-w-0 break-words">
          Please confirm your email <strong>{email}</strong>
          {mails
            ? ': open the link in our mail. If you have no mail from us, we send you one.'
            : ' once this shop can send mails: it is not connected to a mail server yet.'}
        </span>
      </p>
      {mails && <ResendLink label="Send a link" />}
    </section>
  )
}
