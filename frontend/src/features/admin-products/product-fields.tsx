import { Fragment, type ReactNode, useId } from 'react'
import { rolesWith, useMay } from '@/api/staff'
import { AmountControl, IntegerControl, LineControl, LinesControl } from '@/ui/admin/controls'
import type { useBackLink } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { TextField } from '@/ui/field'
import { ImagesField } from './images-field'
import { useFamilies, useLabels } from './label-suggestions'
import { FACTS, LABELS, type ProductField, SHADE } from './product-form'
import type { ProductFormState } from './use-product-form'

const CARD = 'grid gap-5 rounded-card border border-line bg-white p-5 sm:p-6'
const READ_ONLY = { readOnly: true, className: 'bg-shell text-cocoa' }

type FormProps = { state: ProductFormState }

type ControlProps = FormProps & {
  of: ProductField
  /** It is shown and cannot be changed. */
  isFixed?: boolean
  suggestions?: readonly string[] | undefined
}

const isNumber = ({ kind }: ProductField): boolean => kind === 'amount' || kind === 'count'

/** The control of a field of the table. */
function FieldControl({ state, of, isFixed = false, suggestions }: ControlProps) {
  const listId = useId()
  const { name, label, hint, placeholder, rows, isNeeded, isWide } = of
  const props = {
    label,
    hint,
    error: state.errors[name],
    value: state.values[name],
    // The colour belongs to the shade, which is optional.
    optional: isNeeded !== true && name !== 'shadeHex',
    fieldClassName: isWide ? 'col-span-full' : undefined,
    onChange: (text: string) => {
      state.edit((present) => ({ ...present, [name]: text }))
      state.clearErrors(name)
    },
  }
  if (rows !== undefined) return <LinesControl rows={rows} {...props} />
  if (isNumber(of)) {
    const Control = of.kind === 'count' ? IntegerControl : AmountControl
    return <Control min={of.least ?? 0} {...(isFixed && READ_ONLY)} {...props} />
  }
  const input = <LineControl placeholder={placeholder} list={suggestions && listId} {...props} />
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
function Facts({ state, idFixed }: FormProps & { idFixed: boolean }) {
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
              value={state.values.productId}
              error={state.errors.productId}
            />
          ) : (
            <FieldControl state={state} of={of} isFixed={isNumber(of) && !mayPrice} />
          )}
        </Fragment>
      ))}
    </div>
  )
}

function Labels({ state }: FormProps) {
  const suggestions = { ...useLabels(), families: useFamilies() }
  return (
    <div className={`${CARD} sm:grid-cols-2`}>
      {LABELS.map((of) => (
        <FieldControl
          key={of.name}
          state={state}
          of={of}
          suggestions={of.suggestions && suggestions[of.suggestions]}
        />
      ))}
      <div className="grid grid-cols-2 gap-3">
        {SHADE.map((of) => (
          <FieldControl key={of.name} state={state} of={of} />
        ))}
      </div>
    </div>
  )
}

type ProductFormProps = FormProps & {
  /** The label of the button, also while it is sent. */
  label: string
  pendingLabel: string
  back: ReturnType<typeof useBackLink>['link']
  idFixed?: boolean
  emptyImagesHint: string
  /** Above the fields. */
  children?: ReactNode
}

/** Both product forms: the fields in cards, and a bar with the buttons that stays in view. */
export function ProductForm(props: ProductFormProps) {
  const { state, label, pendingLabel, back, idFixed = false, children } = props
  const { values, errors, edit, clearErrors, form, pending, uploads, address } = state
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        state.save()
      }}
      className="grid gap-5"
    >
      {children}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5">
          <Facts state={state} idFixed={idFixed} />
          <Labels state={state} />
        </div>
        <div className={CARD}>
          <ImagesField
            images={values.images}
            onChange={(images) => {
              edit((present) => ({ ...present, images }))
              clearErrors('images')
            }}
            errors={errors}
            clearErrors={clearErrors}
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
