import { useQuery } from '@tanstack/react-query'
import type { UserActivity } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Badge } from '@/ui/badge'
import { Answer, Panel, PanelGroup } from './panel'
import { dashboardQueries } from './queries'
import { ScrollList } from './scroll-list'

const ROW = 'flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5'

function ActiveUsers({ users }: { users: UserActivity['activeUsers'] }) {
  return (
    <ScrollList label="Active users" empty="No active users">
      {users.map(({ email, type }) => (
        <li key={email} className={ROW}>
          <span className="min-w-0 break-all">{email}</span>
          <Badge tone={type === 'admin' ? 'blush' : 'trust'}>{type === 'admin' ? 'Admin' : 'Customer'}</Badge>
        </li>
      ))}
    </ScrollList>
  )
}

function RecentLogins({ logins }: { logins: UserActivity['recentLogins'] }) {
  return (
    <ScrollList label="Recent logins" empty="No recent logins">
      {logins.map(({ email, lastLogin }) => (
        <li key={`${email} ${lastLogin}`} className={ROW}>
          <span className="min-w-0 break-all">{email}</span>
          <span className="text-sm text-cocoa tabular-nums">{formatDateTime(lastLogin)}</span>
        </li>
      ))}
    </ScrollList>
  )
}

/** Active users and the last logins. */
export function ActivityPanels() {
  const query = useQuery(dashboardQueries.activity())
  return (
    <PanelGroup title="User Activity">
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Active Users">
          <Answer query={query} what="the active users">
            {({ activeUsers }) => <ActiveUsers users={activeUsers} />}
          </Answer>
        </Panel>
        <Panel title="Recent Logins">
          <Answer query={query} what="the recent logins">
            {({ recentLogins }) => <RecentLogins logins={recentLogins} />}
          </Answer>
        </Panel>
      </div>
    </PanelGroup>
  )
}
