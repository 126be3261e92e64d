import { AdminPage } from '@/app/admin/admin-page'

export function AddProductPage() {
  return <AdminPage title="Add Product">{null}</AdminPage>
}
