import { AdminPage } from '@/app/admin/admin-page'

export function AdminReviewsPage() {
  return <AdminPage title="User Reviews">{null}</AdminPage>
}
