import { useNavigate } from 'react-router'
import { AdminPage } from '@/ui/admin/admin-page'
import { useBackLink } from '@/ui/admin/use-back-link'
import { useUnsavedChanges } from '@/ui/admin/use-unsaved-changes'
import { toast } from '@/ui/toast'
import { FormBar } from './form-bar'
import { showProductErrors } from './form-errors'
import { ProductFields } from './product-fields'
import { EMPTY_PRODUCT, newProductOf } from './product-form'
import { useCreateProduct } from './queries'
import { useDraftOf, useProductDraft } from './use-product-draft'
import { useProductForm } from './use-product-form'

export const TITLE = 'Add Product'

export function AddProductPage() {
  const navigate = useNavigate()
  const back = useBackLink('/admin/products')
  const { mutate, isPending } = useCreateProduct()
  const { form, uploads, address, submit, dirty } = useProductForm(EMPTY_PRODUCT)
  const productDraft = useDraftOf(null, EMPTY_PRODUCT)
  useProductDraft(form, productDraft, EMPTY_PRODUCT, null)
  const unsaved = useUnsavedChanges(dirty, 'the new product', productDraft.forget)
  const add = submit((values) =>
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
        showProductErrors(error, form.setError)
      },
    }),
  )
  return (
    <AdminPage title={TITLE} about="A new product is in the shop as soon as you save it.">
      <form noValidate onSubmit={add} className="grid gap-5">
        <ProductFields
          form={form}
          uploads={uploads}
          address={address}
          idFixed={false}
          emptyImagesHint="Without a picture the shop shows a placeholder."
        />
        <FormBar label="Add Product" back={back.link} pending={isPending} pendingLabel="Adding..." />
      </form>
      {unsaved.dialog}
    </AdminPage>
  )
}
