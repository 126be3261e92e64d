import { bindTexts } from '@/ui/admin/bind-texts'
import { AddButton, AmountControl, ErrorLine, IntegerControl, RemoveButton } from '@/ui/admin/controls'
import { amountError, integerError } from '@/ui/admin/field-checks'
import type { PromotionValues, StepValues } from '../promotion-values'
import type { BenefitForm, PromotionFieldsProps } from './benefit-form'

const MAX_STEPS = 10

function Fields({ values: { steps }, errors, edit }: PromotionFieldsProps) {
  const change = (place: number, part: Partial<StepValues>, path: string) =>
    edit({ steps: steps.map((step, at) => (at === place ? { ...step, ...part } : step)) }, path)
  const remove = (place: number) => edit({ steps: steps.filter((_, at) => at !== place) }, 'steps')
  return (
    <div className="grid justify-items-start gap-3">
      <ErrorLine error={errors.steps} />
      <ol className="grid w-full max-w-lg gap-3">
        {steps.map((step, place) => {
          const field = bindTexts(step, errors, (part, path) => change(place, part, path), `steps[${place}].`)
          const name = `Step ${place + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name but their place
            <li key={place} className="flex items-start gap-3">
              <fieldset className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3">
                <legend className="sr-only">{name}</legend>
                <AmountControl label="From (LKR)" {...field('from')} />
                <IntegerControl label="Percentage" {...field('percent')} />
              </fieldset>
              <RemoveButton
                label={`Remove ${name.toLowerCase()}`}
                className="mt-8"
                onClick={() => remove(place)}
              />
            </li>
          )
        })}
      </ol>
      {steps.length < MAX_STEPS && (
        <AddButton onClick={() => edit({ steps: [...steps, { from: '', percent: '' }] }, 'steps')}>
          Add a step
        </AddButton>
      )}
    </div>
  )
}

/** Whether amounts and percentages both grow. */
const grow = (steps: readonly StepValues[]): boolean =>
  steps.every((step, place) => {
    const before = steps[place - 1]
    return (
      before === undefined ||
      (Number(before.from) < Number(step.from) && Number(before.percent) < Number(step.percent))
    )
  })

function check({ steps }: PromotionValues): Record<string, string | null> {
  if (steps.length === 0) return { steps: 'Add at least one step' }
  const each = steps.flatMap(({ from, percent }, place): [string, string | null][] => [
    [`steps[${place}].from`, amountError(from)],
    [`steps[${place}].percent`, integerError(percent, 1, 100)],
  ])
  const isTyped = each.every(([, sentence]) => sentence === null)
  const order = isTyped && !grow(steps) ? 'Amounts and percentages must grow from step to step' : null
  return { ...Object.fromEntries(each), steps: order }
}

export const STEPS: BenefitForm = {
  label: 'More off larger orders',
  about:
    'Such as 5% from LKR 5,000 and 10% from LKR 10,000. The last step that is reached counts for all goods.',
  Fields,
  check,
  write: ({ steps }) => ({
    steps: steps.map(({ from, percent }) => ({ from: Number(from), percent: Number(percent) })),
  }),
}
