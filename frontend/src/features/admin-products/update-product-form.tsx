import { useState } from 'react'
import type { Product } from '@/api/types'
import { fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import { useBackLink } from '@/ui/admin/use-back-link'
import { useUnsavedChanges } from '@/ui/admin/use-unsaved-changes'
import { toast } from '@/ui/toast'
import { ConflictNotice } from './conflict-notice'
import { COMPARED, type Conflict, conflictOf } from './conflicts'
import { FormBar } from './form-bar'
import { showProductErrors } from './form-errors'
import { ProductFields } from './product-fields'
import { type ProductFormValues, productUpdateOf, type Seen, valuesOf } from './product-form'
import { useUpdateProduct } from './queries'
import { type ProductDraft, seenWith, useDraftOf, useProductDraft } from './use-product-draft'
import { useProductForm } from './use-product-form'

/** Saving and its conflicts. `seen` is the state that the edit is based on. */
function useSave(
  product: Product,
  draft: ProductDraft | null,
  onSaved: () => void,
  onFieldErrors: (error: unknown) => void,
) {
  const { mutate, isPending } = useUpdateProduct()
  const [seen, setSeen] = useState<Seen>(() => seenWith(draft, product))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const save = (values: ProductFormValues, basedOn: Seen = seen) => {
    setSeen(basedOn)
    mutate(
      { productId: product.productId, update: productUpdateOf(values, basedOn) },
      {
        onSuccess: () => {
          toast.success('The Product Was Updated Successfully')
          onSaved()
        },
        onError: (error) => {
          toast.error('The Product Was Not Updated Due To An Error')
          setConflict(conflictOf(error))
          onFieldErrors(error)
        },
      },
    )
  }
  const rebase = (present: Seen) => {
    setSeen(present)
    setConflict(null)
  }
  return { save, rebase, seen, conflict, pending: isPending }
}

/** Edits a product as loaded with the page; saving detects later changes. */
export function UpdateProductForm({ product }: { product: Product }) {
  const back = useBackLink('/admin/products')
  // The state that the form is based on.
  const [opened, setOpened] = useState(() => valuesOf(product))
  const { form, uploads, address, submit, dirty } = useProductForm(opened)
  const productDraft = useDraftOf(product.productId, opened)
  const unsaved = useUnsavedChanges(dirty, product.productName, productDraft.forget)
  const leave = () => {
    unsaved.release()
    productDraft.forget()
    back.leave()
  }
  const { save, rebase, seen, conflict, pending } = useSave(product, productDraft.draft, leave, (error) =>
    showProductErrors(error, form.setError),
  )
  useProductDraft(form, productDraft, opened, seen)
  const resend = (basedOn: Seen) => void submit((values) => save(values, basedOn))()
  const keepMine = (found: Conflict) => {
    if (found.kind === 'stock') return resend({ version: seen.version, stock: found.stock })
    const present = valuesOf(found.product)
    const mine = mergedFields(opened, form.getValues(), present)
    setOpened(present)
    form.reset(mine, { keepDefaultValues: true })
    resend(found.product)
  }
  const takeTheirs = (found: Conflict) => {
    if (found.kind === 'stock') {
      form.setValue('stock', String(found.stock), { shouldDirty: true })
      return keepMine(found)
    }
    setOpened(valuesOf(found.product))
    form.reset(valuesOf(found.product))
    rebase(found.product)
  }
  return (
    <form noValidate onSubmit={submit((values) => save(values))} className="grid gap-5">
      {conflict && (
        <ConflictNotice
          key={conflict.kind === 'stock' ? `stock ${conflict.stock}` : `version ${conflict.product.version}`}
          conflict={conflict}
          stock={{ before: seen.stock, mine: form.watch('stock') }}
          differences={
            conflict.kind === 'version'
              ? fieldDifferences(COMPARED, opened, form.watch(), valuesOf(conflict.product))
              : []
          }
          pending={pending}
          onKeepMine={() => keepMine(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      <ProductFields
        form={form}
        uploads={uploads}
        address={address}
        idFixed
        emptyImagesHint={
          product.images.length === 0
            ? 'Without a picture the shop shows a placeholder.'
            : 'With no picture here the product keeps the ones that it has.'
        }
      />
      <FormBar label="Update Product" back={back.link} pending={pending} pendingLabel="Saving..." />
      {unsaved.dialog}
    </form>
  )
}
