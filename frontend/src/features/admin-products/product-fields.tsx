import { type FormEventHandler, Fragment, type ReactNode, useId } from 'react'
import { rolesWith, useMay } from '@/api/staff'
import { keepOnWheel } from '@/ui/admin/controls'
import type { useBackLink } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { TextareaField, TextField } from '@/ui/field'
import { ImagesField } from './images-field'
import { useFamilies, useLabels } from './label-suggestions'
import { FACTS, faultOf, LABELS, type ProductField, SHADE } from './product-form'
import type { ProductFormState } from './use-product-form'

const CARD = 'grid gap-5 rounded-card border border-line bg-white p-5 sm:p-6'
const READ_ONLY = { readOnly: true, className: 'bg-shell text-cocoa' }

type ControlProps = {
  form: ProductFormState['form']
  of: ProductField
  /** It is shown and cannot be changed. */
  isFixed?: boolean
  suggestions?: readonly string[] | undefined
}

const isNumber = ({ kind }: ProductField): boolean => kind === 'amount' || kind === 'count'

const numberProps = ({ kind, least = 0 }: ProductField) => ({
  type: 'number',
  inputMode: kind === 'count' ? ('numeric' as const) : ('decimal' as const),
  min: least,
  step: kind === 'count' ? '1' : '0.01',
  onWheel: keepOnWheel,
})

/** The control of a field of the table, with its rule. */
function Control({ form, of, isFixed = false, suggestions }: ControlProps) {
  const listId = useId()
  const { name, label, hint, placeholder, rows, isNeeded, isWide } = of
  const props = {
    label,
    hint,
    error: form.formState.errors[name]?.message,
    // The colour belongs to the shade, which is optional.
    optional: isNeeded !== true && name !== 'shadeHex',
    fieldClassName: isWide ? 'col-span-full' : undefined,
    ...form.register(name, { validate: (text, values) => faultOf(of, text, values) }),
  }
  if (rows !== undefined) return <TextareaField rows={rows} {...props} />
  const input = (
    <TextField
      autoComplete="off"
      placeholder={placeholder}
      list={suggestions && listId}
      {...(isNumber(of) && numberProps(of))}
      {...(isFixed && READ_ONLY)}
      {...props}
    />
  )
  if (suggestions === undefined) return input
  return (
    <div>
      {input}
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  )
}

/** Names, prices, stock and text. The id of a product cannot change, and not every role changes prices. */
function Facts({ form, idFixed }: { form: ControlProps['form']; idFixed: boolean }) {
  const mayPrice = useMay()('updateProducts')
  return (
    <div className={`${CARD} sm:grid-cols-2`}>
      {FACTS.map((of) => (
        <Fragment key={of.name}>
          {!mayPrice && of.name === 'price' && (
            <p className="col-span-full text-sm text-cocoa">
              Prices, stock and weight are changed by {rolesWith(['updateProducts'])}.
            </p>
          )}
          {idFixed && of.name === 'productId' ? (
            <TextField
              label={of.label}
              disabled
              hint="The ID cannot be changed."
              value={form.formState.defaultValues?.productId}
              error={form.formState.errors.productId?.message}
            />
          ) : (
            <Control form={form} of={of} isFixed={isNumber(of) && !mayPrice} />
          )}
        </Fragment>
      ))}
    </div>
  )
}

function Labels({ form }: { form: ControlProps['form'] }) {
  const suggestions = { ...useLabels(), families: useFamilies() }
  return (
    <div className={`${CARD} sm:grid-cols-2`}>
      {LABELS.map((of) => (
        <Control
          key={of.name}
          form={form}
          of={of}
          suggestions={of.suggestions && suggestions[of.suggestions]}
        />
      ))}
      <div className="grid grid-cols-2 gap-3">
        {SHADE.map((of) => (
          <Control key={of.name} form={form} of={of} />
        ))}
      </div>
    </div>
  )
}

type ProductFormProps = {
  state: ProductFormState
  onSubmit: FormEventHandler
  /** The label of the button, also while it is sent. */
  label: string
  pendingLabel: string
  pending: boolean
  back: ReturnType<typeof useBackLink>['link']
  idFixed?: boolean
  emptyImagesHint: string
  /** Above the fields. */
  children?: ReactNode
}

/** Both product forms: the fields in cards, and a bar with the buttons that stays in view. */
export function ProductForm(props: ProductFormProps) {
  const { state, onSubmit, label, pendingLabel, pending, back, idFixed = false, children } = props
  const { form, uploads, address } = state
  const { watch, setValue, formState } = form
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {children}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5">
          <Facts form={form} idFixed={idFixed} />
          <Labels form={form} />
        </div>
        <div className={CARD}>
          <ImagesField
            images={watch('images')}
            onChange={(images) => {
              setValue('images', images, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }}
            error={formState.errors.images?.message}
            emptyHint={props.emptyImagesHint}
            uploads={uploads.uploads}
            onFiles={uploads.send}
            onDismiss={uploads.dismiss}
            address={address}
          />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-shell px-4 py-3 sm:-mx-8 sm:px-8">
        <ButtonLink {...back} variant="secondary">
          Cancel
        </ButtonLink>
        <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
          {label}
        </Button>
      </div>
    </form>
  )
}
