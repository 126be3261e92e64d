import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { UserSession } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Loaded } from '@/ui/loaded'
import { toast } from '@/ui/toast'
import { securityQueries, useEndSession } from './queries'

/** One session, or all that are not the present one. */
type Target = UserSession | 'others'

/** Sessions of a former release have no device. */
const deviceOf = ({ device }: UserSession): string => device ?? 'an unknown device'

function Row({ row, onEnd }: { row: UserSession; onEnd: () => void }) {
  const { network, createdAt, lastUsedAt, current } = row
  const device = deviceOf(row)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 gap-3">
        <MonitorSmartphone aria-hidden size={22} strokeWidth={1.5} className="mt-0.5 flex-none text-cocoa" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <span className="inline-block first-letter:uppercase">{device}</span>
            {current && <Badge tone="trust">This device</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-cocoa">
            {network !== null && `${network} · `}
            signed in {formatDateTime(createdAt)}
            {!current && ` · last used ${formatDateTime(lastUsedAt)}`}
          </p>
        </div>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:ms-8.5"
          aria-label={`Sign out ${device}, last used ${formatDateTime(lastUsedAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

type SessionListProps = {
  /** A member of staff; absent for the signed-in user. */
  user?: string
  /** As the end of 'is signed out', such as 'You' or a name. */
  name?: string
}

function question(target: Target, name: string | undefined): string {
  const who = name === undefined ? 'You are' : `${name} is`
  return target === 'others'
    ? `${who} signed out on every ${name === undefined ? 'other ' : ''}device at once, and must sign in there again.`
    : `${who} signed out on ${deviceOf(target)} at once, and must sign in there again.`
}

/** Where an account is signed in. Each session but the present one can be ended. */
export function SessionList({ user, name }: SessionListProps) {
  const query = useQuery(securityQueries.sessions(user))
  const [target, setTarget] = useState<Target | null>(null)
  const [asking, setAsking] = useState(false)
  const ending = useEndSession(user)
  const ask = (next: Target) => {
    setTarget(next)
    setAsking(true)
  }
  const end = (ended: Target) =>
    ending.mutate(ended === 'others' ? null : ended.id, {
      onSuccess: () =>
        toast.success(
          ended === 'others' ? 'Signed out on the other devices.' : `Signed out on ${deviceOf(ended)}.`,
        ),
      onError: (failure) => toast.error(messageOf(failure, 'That did not work. Please try again.')),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Loaded query={query} skeleton="h-32">
        {(sessions) => {
          if (sessions.length === 0) return <p className="text-cocoa">Signed in nowhere.</p>
          return (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {sessions.map((row) => (
                  <Row key={row.id} row={row} onEnd={() => ask(row)} />
                ))}
              </ul>
              {sessions.filter(({ current }) => !current).length > 1 && (
                <Button variant="secondary" size="sm" className="mt-4" onClick={() => ask('others')}>
                  {user === undefined ? 'Sign out all other devices' : 'Sign out all devices'}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
      {target && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Sign out?"
          description={question(target, name)}
          confirmLabel="Sign out"
          tone="danger"
          pending={ending.isPending}
          pendingLabel="Signing out..."
          onConfirm={() => end(target)}
        />
      )}
    </>
  )
}
