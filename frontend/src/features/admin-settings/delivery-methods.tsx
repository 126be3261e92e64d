import { CheckControl } from '@/ui/admin/controls'
import { bindTexts, GroupError, Panel, SelectControl } from './controls'
import { type DeliveryValues, METHODS, methodLabel } from './delivery-form'
import type { Section } from './use-section'

type Props = { section: Section<DeliveryValues>; address: string }

/** The methods without or with one more, in their order; the default one is always among them. */
function withMethod({ methods, defaultMethod }: DeliveryValues, method: string, on: boolean) {
  const present = METHODS.map((one) => one.method as string).filter((one) =>
    one === method ? on : methods.includes(one),
  )
  return {
    methods: present,
    defaultMethod: present.includes(defaultMethod) ? defaultMethod : (present[0] ?? defaultMethod),
  }
}

const pickupHint = (address: string): string =>
  address === ''
    ? 'Customers fetch the order at your shop. Enter its address under Look, Identity.'
    : `Customers fetch the order at ${address}.`

/** The methods that the shop offers. */
export function DeliveryMethods({ section, address }: Props) {
  const { values, errors, edit } = section
  return (
    <Panel title="Methods" intro="How orders reach the customers.">
      <div className="grid gap-4">
        <GroupError errors={errors} path="methods" />
        <div className="grid gap-3 md:grid-cols-3">
          {METHODS.map(({ method, label, hint }) => (
            <CheckControl
              key={method}
              label={label}
              hint={method === 'pickup' ? pickupHint(address) : hint}
              checked={values.methods.includes(method)}
              onChange={(on) => edit(withMethod(values, method, on), 'methods')}
            />
          ))}
        </div>
        {values.methods.length > 1 && (
          <SelectControl
            label="Chosen at first"
            hint="The checkout begins with this method, and orders that name none get it."
            fieldClassName="max-w-sm"
            {...bindTexts(values, errors, edit)('defaultMethod')}
            options={values.methods.map((method) => ({ value: method, label: methodLabel(method) }))}
          />
        )}
      </div>
    </Panel>
  )
}
