import type { Product } from '@/api/types'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { toast } from '@/ui/toast'
import { useDeleteProduct } from './queries'

export type DeleteProductDialogProps = {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteProductDialog({ product, ...dialog }: DeleteProductDialogProps) {
  return (
    <DeleteDialog
      {...dialog}
      name={product.productName}
      id={product.productId}
      mutation={useDeleteProduct()}
      success="The product was deleted successfully"
      onError={() => toast.error('Failed to delete the product.')}
    >
      <p className="mt-2 text-sm text-cocoa">Orders keep its name, picture and price.</p>
    </DeleteDialog>
  )
}
