import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from '@/ui/toast'
import type { ProductFormValues } from './product-form'
import { productFormSchema } from './product-form-rules'
import { useImageUploads } from './use-image-uploads'

/** State of a product form: its fields, and the pictures that are on their way into it. */
export function useProductForm(defaultValues: ProductFormValues) {
  const form = useForm<ProductFormValues>({ resolver: zodResolver(productFormSchema), defaultValues })
  const uploads = useImageUploads((url) => {
    form.setValue('images', [...form.getValues('images'), url], { shouldDirty: true })
  })
  /** Sends the values once they are right and every picture has arrived. */
  const submit = (send: (values: ProductFormValues) => void) =>
    form.handleSubmit((values) => {
      if (uploads.busy) return toast.info('Please wait until the pictures are uploaded.')
      send(values)
    })
  return { form, uploads, submit, dirty: form.formState.isDirty || uploads.busy }
}
