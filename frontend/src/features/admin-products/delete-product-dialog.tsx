import type { Product } from '@/api/types'
import { useFocusAfterDelete } from '@/ui/admin/use-focus-after-delete'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useDeleteProduct } from './queries'

export type DeleteProductDialogProps = {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteProductDialog({ product, open, onOpenChange }: DeleteProductDialogProps) {
  const { mutate, isPending } = useDeleteProduct()
  const { markDeleted, finalFocus } = useFocusAfterDelete(product.productId)
  const remove = () =>
    mutate(product.productId, {
      onSuccess: () => {
        toast.success('The product was deleted successfully')
        markDeleted()
      },
      onError: () => toast.error('Failed to delete the product.'),
      onSettled: () => onOpenChange(false),
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Deletion"
      description={`Are you sure you want to delete ${product.productName}?`}
      confirmLabel="Delete"
      tone="danger"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={remove}
      finalFocus={finalFocus}
    >
      <p className="mt-2 text-sm text-cocoa">Orders keep its name, picture and price.</p>
    </ConfirmDialog>
  )
}
