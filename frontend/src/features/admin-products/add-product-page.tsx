import { useNavigate } from 'react-router'
import { AdminPage } from '@/ui/admin/admin-page'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { useBackLink } from '@/ui/admin/use-back-link'
import { toast } from '@/ui/toast'
import { ProductForm } from './product-fields'
import { EMPTY_PRODUCT, newProductOf } from './product-form'
import { useCreateProduct } from './queries'
import { useProductForm } from './use-product-form'

export const TITLE = 'Add Product'

export function AddProductPage() {
  const navigate = useNavigate()
  const back = useBackLink('/admin/products')
  const { mutate, isPending } = useCreateProduct()
  const state = useProductForm({
    data: EMPTY_PRODUCT,
    baseOf: (values) => ({ values, version: 0 }),
    presentOf: () => null,
    failure: 'The Product Was Not Added Due To An Error',
    pending: isPending,
    send: ({ values }, { refused }) =>
      mutate(newProductOf(values), {
        onSuccess: () => {
          toast.success('The Product Was Added Successfully')
          unsaved.release()
          state.forget()
          // Not back to a search: the new product heads the whole list.
          void navigate('/admin/products')
        },
        onError: refused,
      }),
  })
  const unsaved = useUnsavedChanges(state.dirty, 'the new product', state.forget)
  return (
    <AdminPage title={TITLE} about="A new product is in the shop as soon as you save it.">
      <ProductForm
        state={state}
        label="Add Product"
        pendingLabel="Adding..."
        back={back.link}
        emptyImagesHint="Without a picture the shop shows a placeholder."
      />
      {unsaved.dialog}
    </AdminPage>
  )
}
