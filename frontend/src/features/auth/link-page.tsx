// The pages of links in mails, which carry a token.
import type { UseMutationResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { Button, ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { PageMeta } from '@/ui/page-meta'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'

/** The next step, as wide as the page. */
export function WideLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} size="lg" block>
      {children}
    </ButtonLink>
  )
}

/** Why a link does not work, and what to do instead. */
export function DeadLink({ reason, children }: { reason: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <Refusal>{reason}</Refusal>
      {children}
    </div>
  )
}

/** The answer to a press of a button that has disappeared, which receives the focus, and the next step. */
export function LinkAnswer({
  icon: Icon,
  className,
  answer,
  children,
}: {
  icon: LucideIcon
  className?: string
  answer: ReactNode
  children: ReactNode
}) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => status.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex flex-col gap-5">
      <div
        ref={status}
        tabIndex={-1}
        role="status"
        className={cx('flex gap-3 rounded-input bg-mist p-4 text-lagoon', className)}
      >
        <Icon aria-hidden size={22} className="mt-0.5 flex-none" />
        {answer}
      </div>
      {children}
    </div>
  )
}

/** Why the server refuses the token of a link; undefined for another error or none. */
export const tokenRefusal = (error: unknown): string | undefined =>
  firstFieldErrors(error).token === undefined ? undefined : messageOf(error, firstFieldErrors(error).token)

/** Uses a link by a press, not by the opening of the page: programs that check the links of a mail open them, too. */
export function UseLinkButton<Answer>({
  mutation: { mutate, isPending },
  token,
  variant,
  children,
}: {
  mutation: UseMutationResult<Answer, Error, string>
  token: string
  variant?: 'danger'
  children: string
}) {
  const onError = (error: Error) => {
    if (tokenRefusal(error) === undefined) toast.error(messageOf(error))
  }
  return (
    <Button
      size="lg"
      block
      variant={variant}
      pending={isPending}
      pendingLabel="Processing..."
      onClick={() => mutate(token, { onError })}
    >
      {children}
    </Button>
  )
}

type LinkPageProps = {
  title: string
  intro?: string
  back: { to: string; label: string }
  token: string
  /** In place of the page without a token. */
  incomplete: ReactNode
  children: ReactNode
}

export function LinkPage({ title, intro, back, token, incomplete, children }: LinkPageProps) {
  return (
    <AuthFrame
      title={title}
      intro={intro}
      footer={
        <Link to={back.to} className={TEXT_LINK}>
          {back.label}
        </Link>
      }
    >
      <PageMeta title={title} />
      {token === '' ? incomplete : children}
    </AuthFrame>
  )
}
