import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from '@/ui/toast'
import type { ProductFormValues } from './product-form'
import { productFormSchema } from './product-form-rules'
import { useImageUploads } from './use-image-uploads'
import { usePictureAddress } from './use-picture-address'

/** State of a product form: fields, picture uploads and the URL field. */
export function useProductForm(defaultValues: ProductFormValues) {
  const form = useForm<ProductFormValues>({ resolver: zodResolver(productFormSchema), defaultValues })
  const uploads = useImageUploads((url) => {
    form.setValue('images', [...form.getValues('images'), url], { shouldDirty: true })
  })
  const address = usePictureAddress()
  /** Submits valid values after all uploads have finished and the URL field is empty. */
  const submit = (send: (values: ProductFormValues) => void) =>
    form.handleSubmit(
      (values) => {
        if (address.refuse()) return address.focus()
        if (uploads.busy) return toast.info('Please wait until the pictures are uploaded.')
        send(values)
      },
      () => void address.refuse(),
    )
  const dirty = form.formState.isDirty || uploads.busy || address.pending
  return { form, uploads, address, submit, dirty }
}
