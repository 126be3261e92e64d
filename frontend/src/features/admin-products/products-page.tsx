import { AdminPage } from '@/app/admin/admin-page'

export function AdminProductsPage() {
  return <AdminPage title="Admin Products Page">{null}</AdminPage>
}
