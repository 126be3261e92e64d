import { AdminPage } from '@/app/admin/admin-page'

export function DashboardPage() {
  return <AdminPage title="Dashboard">{null}</AdminPage>
}
