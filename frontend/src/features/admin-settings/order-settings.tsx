import { useQuery } from '@tanstack/react-query'
import type {
  OrderSettings as OrderData,
  OrderSettingsUpdate,
  PaymentSettings,
  PaymentSettingsUpdate,
} from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { pluralize } from '@/lib/integer'
import type { SectionField } from '@/ui/admin/field-checks'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { SectionFields } from './controls'
import { settingsQueries, useSaveOrders, useSavePayments } from './queries'
import { LoadedSettings, plainSection, SectionCard, type SectionSpec, useSection } from './section'

const counted = (one: string, many: string) => (value: string | boolean) =>
  pluralize(Number(value), one, many)

const NARROW = { fieldClassName: 'max-w-xs' }

// The API keeps the times to pay with the payments: each form saves its part of a section.
const TIME_FIELDS: readonly SectionField<'payhereMinutes' | 'bankTransferHours'>[] = [
  {
    name: 'payhereMinutes',
    kind: 'integer',
    path: 'expiries.payhereMinutes',
    label: 'Card or wallet (minutes)',
    hint: '15 to 120.',
    min: 15,
    max: 120,
    compared: 'Card or wallet',
    read: counted('minutes', 'minutes'),
  },
  {
    name: 'bankTransferHours',
    kind: 'integer',
    path: 'expiries.bankTransferHours',
    label: 'Bank transfer (hours)',
    hint: '1 to 720. A slip that waits for you stops the clock.',
    min: 1,
    max: 720,
    compared: 'Bank transfer',
    read: counted('hours', 'hours'),
  },
]

const TIMES = plainSection(
  'times',
  TIME_FIELDS,
  ({ expiries }: PaymentSettings) => expiries,
  (expiries, version): PaymentSettingsUpdate => ({ version, expiries }),
)

const RETURN_FIELDS: readonly SectionField<'returnDays' | 'changedMind'>[] = [
  {
    ...NARROW,
    name: 'returnDays',
    kind: 'integer',
    label: 'Days for a return',
    hint: 'After the delivery, 0 to 365. With 0 the shop takes nothing back.',
    min: 0,
    max: 365,
    compared: 'Returns',
    read: counted('day', 'days'),
  },
  {
    name: 'changedMind',
    kind: 'check',
    label: 'A change of mind is a reason',
    hint: 'Otherwise goods come back that are damaged, wrong, expired or not as described.',
    compared: 'Change of mind',
    read: (on) => (on === true ? 'accepted' : 'not accepted'),
  },
]

const RETURNS = plainSection(
  'returns',
  RETURN_FIELDS,
  ({ returnDays, changedMind }: OrderData) => ({ returnDays, changedMind }),
  (values, version): OrderSettingsUpdate => ({ version, ...values }),
)

const NEW_CUSTOMER_FIELDS: readonly SectionField<'newCustomerOrders' | 'newCustomerUnits'>[] = [
  {
    name: 'newCustomerOrders',
    kind: 'integer',
    label: 'Open orders at once',
    hint: '1 to 1,000.',
    min: 1,
    max: 1_000,
    compared: 'Open orders',
    read: counted('order', 'orders'),
  },
  {
    name: 'newCustomerUnits',
    kind: 'integer',
    label: 'Units in one order',
    hint: '1 to 1,000,000, all products together.',
    min: 1,
    max: 1_000_000,
    read: counted('unit', 'units'),
  },
]

const NEW_CUSTOMERS = plainSection(
  'new-customers',
  NEW_CUSTOMER_FIELDS,
  ({ newCustomerOrders, newCustomerUnits }: OrderData) => ({ newCustomerOrders, newCustomerUnits }),
  (values, version): OrderSettingsUpdate => ({ version, ...values }),
)

const PREFIX: SectionField<'orderPrefix'> = {
  ...NARROW,
  name: 'orderPrefix',
  kind: 'text',
  label: 'Beginning of numbers',
  maxLength: 5,
}

/** The letters of a prefix as they are stored. */
const prefixOf = ({ orderPrefix }: { orderPrefix: string | boolean }): string =>
  String(orderPrefix).trim().toUpperCase()

const prefixHint = (prefix: string): string =>
  `2 to 5 letters from A to Z. The next number looks like ${prefix || 'ORD'}-7K3M-Q9TX.`

const NUMBERS: SectionSpec<{ orderPrefix: string | boolean }, OrderData, OrderSettingsUpdate> = {
  ...plainSection(
    'order-numbers',
    [PREFIX],
    ({ orderPrefix }: OrderData) => ({ orderPrefix }),
    (values, version): OrderSettingsUpdate => ({ version, ...values }),
  ),
  check: (values) =>
    /^[A-Z]{2,5}$/.test(prefixOf(values)) ? {} : { orderPrefix: 'Enter 2 to 5 letters from A to Z' },
  tidied: (values) => ({ orderPrefix: prefixOf(values) }),
}

function OrderForms({ payments, orders }: { payments: PaymentSettings; orders: OrderData }) {
  const saving = useConfirmed(useSavePayments())
  const times = useSection(TIMES, payments, saving)
  const returns = useSection(RETURNS, orders, useSaveOrders())
  const newCustomers = useSection(NEW_CUSTOMERS, orders, useSaveOrders())
  const numbers = useSection(NUMBERS, orders, useSaveOrders())
  const forms = [times, returns, newCustomers, numbers]
  const { dialog } = useUnsavedChanges(
    forms.some(({ dirty }) => dirty),
    'the order settings',
    () => forms.forEach(({ forget }) => void forget()),
  )
  return (
    <div className="grid gap-5">
      <SectionCard
        title="Time to pay"
        intro="An order that is not paid in time is cancelled, and its goods go back into stock. Cash on delivery has no limit."
        save="Save times"
        state={times}
      >
        <SectionFields {...times.section} fields={TIME_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Returns"
        intro="Customers ask for a return on the page of their order. You judge it, and record what comes back."
        save="Save returns"
        state={returns}
      >
        <SectionFields {...returns.section} fields={RETURN_FIELDS} className="grid gap-4" />
      </SectionCard>
      {/* The limits of accounts without a verified address and without a completed order. */}
      <SectionCard
        title="New customers"
        intro="These limits keep one person from reserving your whole stock. They end when a customer verifies their email address, or when their first order is completed."
        save="Save limits"
        state={newCustomers}
      >
        <SectionFields {...newCustomers.section} fields={NEW_CUSTOMER_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Order numbers"
        intro="The letters that the numbers of new orders begin with. Orders that are placed keep their numbers, and you find them as before."
        save="Save numbers"
        state={numbers}
      >
        <SectionFields
          {...numbers.section}
          fields={[{ ...PREFIX, hint: prefixHint(prefixOf(numbers.section.values)) }]}
          className="grid gap-4"
        />
      </SectionCard>
      {/* The dialogs have forms of their own. */}
      {saving.dialog}
      {dialog}
    </div>
  )
}

/** The settings of orders. Each card is saved alone. */
export function OrderSettings() {
  const payments = useQuery(settingsQueries.payments())
  const orders = useQuery(settingsQueries.orders())
  return (
    <LoadedSettings query={payments}>
      {(times) => (
        <LoadedSettings query={orders}>
          {(returns) => <OrderForms payments={times} orders={returns} />}
        </LoadedSettings>
      )}
    </LoadedSettings>
  )
}
