import { bindTexts } from '@/ui/admin/bind-texts'
import {
  AddButton,
  AmountControl,
  ErrorLine,
  IntegerControl,
  RemoveButton,
  SelectControl,
} from '@/ui/admin/controls'
import type { FieldErrors } from '@/ui/admin/field-errors'
import type { RateValues, StepValues, TariffKind } from './delivery-form'

/** The most steps of a tariff. */
const MAX_STEPS = 50

type RateStepsProps = {
  /** By weight a step ends at a weight; by value it begins at a value. */
  by: 'weight' | 'value'
  steps: readonly StepValues[]
  /** The path of the tariff. */
  path: string
  errors: FieldErrors
  /** Called with the path whose errors no longer apply. */
  onChange: (steps: StepValues[], path?: string) => void
}

/** The steps of a tariff, one below the other. */
function RateSteps({ by, steps, path, errors, onChange }: RateStepsProps) {
  const At = by === 'weight' ? IntegerControl : AmountControl
  const all = `${path}.steps`
  const fieldsOf = (step: StepValues, index: number) =>
    bindTexts(
      step,
      errors,
      (part, at) =>
        onChange(
          steps.map((one, place) => (place === index ? { ...one, ...part } : one)),
          at,
        ),
      `${all}[${index}].`,
    )
  const atName = by === 'weight' ? 'upToGrams' : 'from'
  return (
    <div className="grid justify-items-start gap-3">
      <ol className="grid w-full gap-3">
        {steps.map((step, index) => {
          const field = fieldsOf(step, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <li key={index} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-3 sm:max-w-xl">
              <At
                label={by === 'weight' ? 'Up to (g)' : 'Goods from (LKR)'}
                disabled={by === 'value' && index === 0 && step.at === '0'}
                {...field('at', atName)}
              />
              <AmountControl label="Price (LKR)" {...field('amount')} />
              {steps.length > 1 && !(by === 'value' && index === 0) && (
                <RemoveButton
                  label={`Remove step ${index + 1}`}
                  className="mt-8"
                  onClick={() =>
                    onChange(
                      steps.filter((_, place) => place !== index),
                      all,
                    )
                  }
                />
              )}
            </li>
          )
        })}
      </ol>
      {steps.length < MAX_STEPS && (
        <AddButton onClick={() => onChange([...steps, { at: '', amount: '' }])}>Add a step</AddButton>
      )}
    </div>
  )
}

const KINDS: readonly { value: TariffKind; label: string }[] = [
  { value: 'flat', label: 'One price' },
  { value: 'byWeight', label: 'By weight' },
  { value: 'byValue', label: 'By value of the goods' },
]

type RateFieldsProps = {
  rate: RateValues
  /** The path of the rate. */
  path: string
  errors: FieldErrors
  /** Called with the path whose errors no longer apply. */
  onChange: (change: Partial<RateValues>, path?: string) => void
}

function Price({ rate, path, errors, onChange }: RateFieldsProps) {
  const field = bindTexts(rate, errors, onChange, `${path}.tariff.`)
  if (rate.kind === 'flat') {
    return <AmountControl label="Price (LKR)" hint="0 is free." {...field('amount')} />
  }
  if (rate.kind === 'byValue') return null
  return (
    <AmountControl
      label="Each further kg (LKR)"
      hint="For each started kg above the last step."
      {...field('perExtraKg')}
    />
  )
}

/** Price and days of a method in a zone. */
export function RateFields(props: RateFieldsProps) {
  const { rate, path, errors, onChange } = props
  const tariff = `${path}.tariff`
  const field = bindTexts(rate, errors, onChange, `${path}.`)
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <SelectControl
          label="Price by"
          error={errors[`${tariff}.kind`]}
          value={rate.kind}
          options={KINDS}
          onChange={(kind) => onChange({ kind: kind as TariffKind }, tariff)}
        />
        <Price {...props} />
        <AmountControl
          label="Free from (LKR)"
          optional
          hint="Goods of this value are delivered free."
          {...field('freeFrom')}
        />
      </div>
      {rate.kind !== 'flat' && (
        <RateSteps
          by={rate.kind === 'byWeight' ? 'weight' : 'value'}
          steps={rate.kind === 'byWeight' ? rate.weightSteps : rate.valueSteps}
          path={tariff}
          errors={errors}
          onChange={(steps, at) =>
            onChange(rate.kind === 'byWeight' ? { weightSteps: steps } : { valueSteps: steps }, at)
          }
        />
      )}
      <ErrorLine error={errors[tariff]} />
      <div className="grid max-w-md grid-cols-2 gap-4">
        <IntegerControl label="First day" {...field('minDays')} />
        <IntegerControl label="Last day" {...field('maxDays')} />
        <p className="col-span-2 -mt-2 text-sm text-cocoa">Working days after the day of the order.</p>
      </div>
    </div>
  )
}
