import { useQuery } from '@tanstack/react-query'
import type { OrderSettings as OrderData, PaymentSettings } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { CheckControl } from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { bindTexts, IntegerControl, TextControl } from './controls'
import {
  IntegerFields,
  NEW_CUSTOMER_FIELDS,
  NEW_CUSTOMERS,
  NUMBERS,
  type NumberValues,
  RETURNS,
  type ReturnValues,
  TIME_FIELDS,
  TIMES,
  tidiedNumbers,
} from './order-sections'
import { settingsQueries, useSaveOrders, useSavePayments } from './queries'
import { LoadedSettings, type Section, SectionCard, useSection } from './section'

function ReturnFields({ section: { values, errors, edit } }: { section: Section<ReturnValues> }) {
  return (
    <div className="grid gap-4">
      <IntegerControl
        label="Days for a return"
        hint="After the delivery, 0 to 365. With 0 the shop takes nothing back."
        fieldClassName="max-w-xs"
        {...bindTexts(values, errors, edit)('returnDays')}
      />
      <CheckControl
        label="A change of mind is a reason"
        hint="Otherwise goods come back that are damaged, wrong, expired or not as described."
        checked={values.changedMind}
        onChange={(changedMind) => edit({ changedMind }, 'changedMind')}
      />
    </div>
  )
}

function NumberFields({ section: { values, errors, edit } }: { section: Section<NumberValues> }) {
  const { orderPrefix } = tidiedNumbers(values)
  return (
    <TextControl
      label="Beginning of numbers"
      hint={`2 to 5 letters from A to Z. The next number looks like ${orderPrefix || 'ORD'}-7K3M-Q9TX.`}
      maxLength={5}
      fieldClassName="max-w-xs"
      {...bindTexts(values, errors, edit)('orderPrefix')}
    />
  )
}

type FormsProps = { payments: PaymentSettings; orders: OrderData }

function OrderForms({ payments, orders }: FormsProps) {
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
        <IntegerFields section={times.section} fields={TIME_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Returns"
        intro="What the shop tells its customers about sending goods back."
        save="Save returns"
        state={returns}
      >
        <ReturnFields section={returns.section} />
      </SectionCard>
      {/* The limits of accounts without a verified address and without a completed order. */}
      <SectionCard
        title="New customers"
        intro="These limits keep one person from reserving your whole stock. They end when a customer verifies their email address, or when their first order is completed."
        save="Save limits"
        state={newCustomers}
      >
        <IntegerFields section={newCustomers.section} fields={NEW_CUSTOMER_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Order numbers"
        intro="The letters that the numbers of new orders begin with. Orders that are placed keep their numbers, and you find them as before."
        save="Save numbers"
        state={numbers}
      >
        <NumberFields section={numbers.section} />
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
