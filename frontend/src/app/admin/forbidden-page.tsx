import { Lock } from 'lucide-react'
import { type Permission, rolesWith } from '@/api/staff'
import { AdminPage } from '@/ui/admin/admin-page'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** In place of a page that the role of the signed-in member of staff may not open. */
export function ForbiddenPage({ needs }: { needs: readonly Permission[] }) {
  return (
    <AdminPage title="Not for your role" help={false}>
      <div className="rounded-card border border-line bg-white">
        <EmptyState
          icon={Lock}
          title={`This page is for ${rolesWith(needs)}.`}
          action={
            <ButtonLink to="/admin" variant="secondary">
              Back to the dashboard
            </ButtonLink>
          }
        >
          An owner of the shop can change your role.
        </EmptyState>
      </div>
    </AdminPage>
  )
}
