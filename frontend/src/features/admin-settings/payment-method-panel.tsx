import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { bindTexts } from '@/ui/admin/bind-texts'
import { AmountControl, CheckControl } from '@/ui/admin/controls'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { Panel } from '@/ui/panel'
import type { MethodValues, PaymentValues } from './payments-form'
import type { Section } from './section'

type PaymentMethodPanelProps = {
  section: Section<PaymentValues>
  /** The place in the list of methods. */
  index: number
  title: string
  intro: string
  districts: readonly string[]
  /** Beside the title. */
  badge?: ReactNode
  /** Fields of this method alone. */
  children?: ReactNode
  /** Where the API has these fields. */
  paths?: readonly string[]
}

/** The districts in which a method is offered; none chosen are all. */
function Districts({
  title,
  chosen,
  districts,
  onChange,
}: {
  title: string
  chosen: readonly string[]
  districts: readonly string[]
  onChange: (districts: string[]) => void
}) {
  return (
    <details className="group rounded-input border border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-input px-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          Districts: <span className="font-normal">{chosen.length === 0 ? 'all' : chosen.join(', ')}</span>
        </span>
        <ChevronDown
          aria-hidden
          size={18}
          className="flex-none text-cocoa transition-transform group-open:rotate-180"
        />
      </summary>
      <fieldset className="min-w-0 border-t border-line px-4 py-3">
        <legend className="sr-only">Districts of {title}</legend>
        <p className="mb-2 text-sm text-cocoa">Without a choice the method is offered in all districts.</p>
        <div className="grid grid-cols-2 gap-x-4 md:grid-cols-3 xl:grid-cols-5">
          {districts.map((district) => (
            <CheckControl
              key={district}
              label={district}
              checked={chosen.includes(district)}
              onChange={(on) =>
                onChange(districts.filter((one) => (one === district ? on : chosen.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
    </details>
  )
}

/** Whether a method of payment is offered, and for which orders. */
export function PaymentMethodPanel(props: PaymentMethodPanelProps) {
  const { section, index, title, intro, districts, badge, children, paths = [] } = props
  const { values, errors, edit } = section
  const method = values.methods[index]
  if (method === undefined) return null
  const path = `paymentMethods[${index}]`
  // A method that is off hides its fields, unless one of them is what the save is refused for.
  const isWrong = [path, ...paths].some((at) => hasErrorsAt(errors, at))
  const change = (part: Partial<MethodValues>, at: string) =>
    edit({ methods: values.methods.map((one, place) => (place === index ? { ...one, ...part } : one)) }, at)
  const field = bindTexts(method, errors, change, `${path}.`)
  return (
    <Panel title={title} intro={intro} action={badge}>
      <div className="grid gap-4">
        <CheckControl
          label={`Offer ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
          checked={method.enabled}
          onChange={(enabled) => change({ enabled }, 'paymentMethods')}
        />
        {(method.enabled || isWrong) && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <AmountControl label="Smallest order (LKR)" optional {...field('min')} />
              <AmountControl label="Largest order (LKR)" optional {...field('max')} />
            </div>
            <Districts
              title={title}
              chosen={method.districts}
              districts={districts}
              onChange={(chosen) => change({ districts: chosen }, `${path}.districts`)}
            />
            {children}
          </>
        )}
      </div>
    </Panel>
  )
}
