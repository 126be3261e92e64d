import { useQuery } from '@tanstack/react-query'
import type { OrderSettings as OrderData, PaymentSettings } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { pluralize } from '@/lib/integer'
import { CheckControl } from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/use-unsaved-changes'
import { IntegerControl } from './controls'
import { NewCustomersForm, useNewCustomers } from './new-customers'
import { OrderNumbersForm, useOrderNumbers } from './order-numbers'
import {
  checkReturns,
  checkTimes,
  type ReturnValues,
  returnsOf,
  returnsUpdate,
  type TimeValues,
  timesOf,
  timesUpdate,
} from './orders-form'
import { settingsQueries, useSaveOrders, useSavePayments } from './queries'
import { IntegerFields, SectionCard } from './section-card'
import { Loaded } from './section-loader'
import { type SectionSpec, useSection } from './use-section'

const TIMES: SectionSpec<TimeValues, PaymentSettings, ReturnType<typeof timesUpdate>> = {
  id: 'times',
  valuesOf: timesOf,
  updateOf: timesUpdate,
  check: checkTimes,
  fields: [
    { name: 'payhereMinutes', label: 'Card or wallet', read: (values) => `${values.payhereMinutes} minutes` },
    {
      name: 'bankTransferHours',
      label: 'Bank transfer',
      read: (values) => `${values.bankTransferHours} hours`,
    },
  ],
}

const RETURNS: SectionSpec<ReturnValues, OrderData, ReturnType<typeof returnsUpdate>> = {
  id: 'returns',
  valuesOf: returnsOf,
  updateOf: returnsUpdate,
  check: checkReturns,
  fields: [
    {
      name: 'returnDays',
      label: 'Returns',
      read: ({ returnDays }) => pluralize(Number(returnDays), 'day', 'days'),
    },
    {
      name: 'changedMind',
      label: 'Change of mind',
      read: ({ changedMind }) => (changedMind ? 'accepted' : 'not accepted'),
    },
  ],
}

function useTimes(data: PaymentSettings) {
  const saving = useConfirmed(useSavePayments())
  return { ...useSection(TIMES, data, saving), confirmation: saving.dialog }
}

function TimesForm({ form: { section, confirmation, ...state } }: { form: ReturnType<typeof useTimes> }) {
  return (
    // The dialog has a form of its own.
    <>
      <SectionCard
        title="Time to pay"
        intro="An order that is not paid in time is cancelled, and its goods go back into stock. Cash on delivery has no limit."
        save="Save times"
        state={state}
      >
        <IntegerFields
          section={section}
          fields={[
            {
              name: 'payhereMinutes',
              label: 'Card or wallet (minutes)',
              hint: '15 to 120.',
              path: 'expiries.payhereMinutes',
            },
            {
              name: 'bankTransferHours',
              label: 'Bank transfer (hours)',
              hint: '1 to 720. A slip that waits for you stops the clock.',
              path: 'expiries.bankTransferHours',
            },
          ]}
        />
      </SectionCard>
      {confirmation}
    </>
  )
}

function useReturns(data: OrderData) {
  return useSection(RETURNS, data, useSaveOrders())
}

function ReturnsForm({ form: { section, ...state } }: { form: ReturnType<typeof useReturns> }) {
  const { values, errors, edit } = section
  return (
    <SectionCard
      title="Returns"
      intro="What the shop tells its customers about sending goods back."
      save="Save returns"
      state={state}
    >
      <div className="grid gap-4">
        <IntegerControl
          label="Days for a return"
          hint="After the delivery, 0 to 365. With 0 the shop takes nothing back."
          path="returnDays"
          errors={errors}
          fieldClassName="max-w-xs"
          value={values.returnDays}
          onChange={(returnDays) => edit({ returnDays }, 'returnDays')}
        />
        <CheckControl
          label="A change of mind is a reason"
          hint="Otherwise goods come back that are damaged, wrong, expired or not as described."
          checked={values.changedMind}
          onChange={(changedMind) => edit({ changedMind }, 'changedMind')}
        />
      </div>
    </SectionCard>
  )
}

type FormsProps = { payments: PaymentSettings; orders: OrderData }

function OrderForms({ payments, orders }: FormsProps) {
  const times = useTimes(payments)
  const returns = useReturns(orders)
  const newCustomers = useNewCustomers(orders)
  const numbers = useOrderNumbers(orders)
  const forms = [times, returns, newCustomers, numbers]
  const { dialog } = useUnsavedChanges(
    forms.some(({ dirty }) => dirty),
    'the order settings',
    () => forms.forEach(({ forget }) => void forget()),
  )
  return (
    <div className="grid gap-5">
      <TimesForm form={times} />
      <ReturnsForm form={returns} />
      <NewCustomersForm form={newCustomers} />
      <OrderNumbersForm form={numbers} />
      {dialog}
    </div>
  )
}

/** The settings of orders. Each card is saved alone. */
export function OrderSettings() {
  const payments = useQuery(settingsQueries.payments())
  const orders = useQuery(settingsQueries.orders())
  return (
    <Loaded query={payments}>
      {(times) => (
        <Loaded query={orders}>{(returns) => <OrderForms payments={times} orders={returns} />}</Loaded>
      )}
    </Loaded>
  )
}
