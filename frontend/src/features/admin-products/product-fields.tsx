import type { UseFormReturn } from 'react-hook-form'
import { bindFields } from '@/api/form-errors'
import { useMay } from '@/api/staff'
import { TextareaField, TextField } from '@/ui/field'
import { ImagesField } from './images-field'
import { LabelledFields } from './labelled-fields'
import { NumberFields } from './number-fields'
import type { ProductFormValues } from './product-form'
import type { useImageUploads } from './use-image-uploads'
import type { PictureAddress } from './use-picture-address'

const CARD = 'grid gap-5 rounded-card border border-line bg-white p-5 sm:p-6'

export type ProductFieldsProps = {
  form: UseFormReturn<ProductFormValues>
  uploads: ReturnType<typeof useImageUploads>
  address: PictureAddress
  /** The id of a product cannot change. */
  idFixed: boolean
  emptyImagesHint: string
}

/** The fields of both product forms, in cards. */
export function ProductFields({ form, uploads, address, idFixed, emptyImagesHint }: ProductFieldsProps) {
  const { watch, setValue, formState } = form
  const { errors } = formState
  const field = bindFields(form)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-5">
        <div className={CARD}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Product ID"
              autoComplete="off"
              disabled={idFixed}
              hint={idFixed ? 'The ID cannot be changed.' : 'Letters, digits, _ and -, such as SER-001.'}
              {...(idFixed
                ? { value: formState.defaultValues?.productId, error: errors.productId?.message }
                : field('productId'))}
            />
            <TextField label="Product Name" autoComplete="off" {...field('productName')} />
          </div>
          <TextField
            label="Alternative Names"
            optional
            autoComplete="off"
            hint="Separated by commas. Customers find the product by them too."
            {...field('altNames')}
          />
          <NumberFields field={field} priced={useMay()('updateProducts')} />
          <TextareaField label="Description" optional rows={5} {...field('description')} />
        </div>
        <div className={CARD}>
          <LabelledFields field={field} />
        </div>
      </div>
      <div className={CARD}>
        <ImagesField
          images={watch('images')}
          onChange={(images) => {
            setValue('images', images, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }}
          error={errors.images?.message}
          emptyHint={emptyImagesHint}
          uploads={uploads.uploads}
          onFiles={uploads.send}
          onDismiss={uploads.dismiss}
          address={address}
        />
      </div>
    </div>
  )
}
