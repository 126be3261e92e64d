import { AdminPage } from '@/app/admin/admin-page'

export function AdminCustomersPage() {
  return <AdminPage title="Customers">{null}</AdminPage>
}
