import type { OrderSettings } from '@/api/types'
import { pluralize } from '@/lib/integer'
import { checkNewCustomers, type NewCustomerValues, newCustomersOf, newCustomersUpdate } from './orders-form'
import { useSaveOrders } from './queries'
import { IntegerFields, SectionCard } from './section-card'
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
  return (
    <SectionCard
      title="New customers"
      intro="These limits keep one person from reserving your whole stock. They end when a customer verifies their email address, or when their first order is completed."
      save="Save limits"
      state={state}
    >
      <IntegerFields
        section={section}
        fields={[
          { name: 'newCustomerOrders', label: 'Open orders at once', hint: '1 to 1,000.' },
          {
            name: 'newCustomerUnits',
            label: 'Units in one order',
            hint: '1 to 1,000,000, all products together.',
          },
        ]}
      />
    </SectionCard>
  )
}
