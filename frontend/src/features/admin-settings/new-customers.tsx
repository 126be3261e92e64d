import type { OrderSettings } from '@/api/types'
import { pluralize } from '@/lib/integer'
import { IntegerControl, Panel } from './controls'
import { checkNewCustomers, type NewCustomerValues, newCustomersOf, newCustomersUpdate } from './orders-form'
import { useSaveOrders } from './queries'
import { SectionForm } from './section-form'
import { type SectionSpec, useSection } from './use-section'

const NEW_CUSTOMERS: SectionSpec<NewCustomerValues, OrderSettings, ReturnType<typeof newCustomersUpdate>> = {
  id: 'new-customers',
  valuesOf: newCustomersOf,
  updateOf: newCustomersUpdate,
  check: checkNewCustomers,
  fields: [
    {
      name: 'newCustomerOrders',
      label: 'Open orders',
      read: ({ newCustomerOrders }) => pluralize(Number(newCustomerOrders), 'order', 'orders'),
    },
    {
      name: 'newCustomerUnits',
      label: 'Units in one order',
      read: ({ newCustomerUnits }) => pluralize(Number(newCustomerUnits), 'unit', 'units'),
    },
  ],
}

export function useNewCustomers(data: OrderSettings) {
  return useSection(NEW_CUSTOMERS, data, useSaveOrders())
}

/** The limits of accounts without a verified address and without a completed order. */
export function NewCustomersForm({
  form: { section, ...state },
}: {
  form: ReturnType<typeof useNewCustomers>
}) {
  const { values, faults, edit } = section
  return (
    <Panel
      title="New customers"
      intro="These limits keep one person from reserving your whole stock. They end when a customer verifies their email address, or when their first order is completed."
    >
      <SectionForm state={state} label="Save limits" inline>
        <div className="grid gap-4 sm:grid-cols-2">
          <IntegerControl
            label="Open orders at once"
            hint="1 to 1,000."
            path="newCustomerOrders"
            faults={faults}
            value={values.newCustomerOrders}
            onChange={(newCustomerOrders) => edit({ newCustomerOrders }, 'newCustomerOrders')}
          />
          <IntegerControl
            label="Units in one order"
            hint="1 to 1,000,000, all products together."
            path="newCustomerUnits"
            faults={faults}
            value={values.newCustomerUnits}
            onChange={(newCustomerUnits) => edit({ newCustomerUnits }, 'newCustomerUnits')}
          />
        </div>
      </SectionForm>
    </Panel>
  )
}
