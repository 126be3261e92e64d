import { Plus, Trash2 } from 'lucide-react'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { AmountControl, bindTexts, IntegerControl } from './controls'
import type { StepValues } from './delivery-form'

/** The most steps of a tariff. */
const MAX_STEPS = 50

export type RateStepsProps = {
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
export function RateSteps({ by, steps, path, errors, onChange }: RateStepsProps) {
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
                <IconButton
                  icon={Trash2}
                  label={`Remove step ${index + 1}`}
                  tone="danger"
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
        <Button variant="secondary" size="sm" onClick={() => onChange([...steps, { at: '', amount: '' }])}>
          <Plus aria-hidden size={18} />
          Add a step
        </Button>
      )}
    </div>
  )
}
