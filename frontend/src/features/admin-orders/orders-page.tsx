import { AdminPage } from '@/app/admin/admin-page'

export function AdminOrdersPage() {
  return <AdminPage title="Admin Orders Page">{null}</AdminPage>
}
