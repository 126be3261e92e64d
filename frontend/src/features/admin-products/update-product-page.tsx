import { AdminPage } from '@/app/admin/admin-page'

export function UpdateProductPage() {
  return <AdminPage title="Update Product">{null}</AdminPage>
}
