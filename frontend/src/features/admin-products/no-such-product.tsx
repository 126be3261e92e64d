import { PackageX } from 'lucide-react'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function NoSuchProduct() {
  return (
    <EmptyState
      icon={PackageX}
      title="There is no product with this ID."
      action={<ButtonLink to="/admin/products">Back to the products</ButtonLink>}
    />
  )
}
