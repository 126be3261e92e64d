import { useNavigate } from 'react-router'
import { AdminPage } from '@/ui/admin/admin-page'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { useBackLink } from '@/ui/admin/use-back-link'
import { toast } from '@/ui/toast'
import { ProductForm } from './product-fields'
import { EMPTY_PRODUCT, newProductOf } from './product-form'
import { useCreateProduct } from './queries'
import { useDraftOf, useProductDraft, useProductForm } from './use-product-form'

export const TITLE = 'Add Product'

export function AddProductPage() {
  const navigate = useNavigate()
  const back = useBackLink('/admin/products')
  const { mutate, isPending } = useCreateProduct()
  const state = useProductForm(EMPTY_PRODUCT)
  const productDraft = useDraftOf(null, EMPTY_PRODUCT)
  useProductDraft(state.form, productDraft, EMPTY_PRODUCT, null)
  const unsaved = useUnsavedChanges(state.dirty, 'the new product', productDraft.forget)
  const add = state.submit((values) =>
    mutate(newProductOf(values), {
      onSuccess: () => {
        toast.success('The Product Was Added Successfully')
        unsaved.release()
        productDraft.forget()
        // Not back to a search: the new product heads the whole list.
        void navigate('/admin/products')
      },
      onError: (error) => {
        toast.error('The Product Was Not Added Due To An Error')
        state.showErrors(error)
      },
    }),
  )
  return (
    <AdminPage title={TITLE} about="A new product is in the shop as soon as you save it.">
      <ProductForm
        state={state}
        onSubmit={add}
        label="Add Product"
        pendingLabel="Adding..."
        pending={isPending}
        back={back.link}
        emptyImagesHint="Without a picture the shop shows a placeholder."
      />
      {unsaved.dialog}
    </AdminPage>
  )
}
