import { useQuery } from '@tanstack/react-query'
import type { PaymentSettings as Data } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatMoney } from '@/lib/money'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Badge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { AmountControl, bindTexts, GroupError, TextControl } from './controls'
import { PaymentMethodPanel } from './payment-method-panel'
import {
  type BankValues,
  checkPayments,
  type MethodValues,
  type PaymentValues,
  updateOf,
  valuesOf,
} from './payments-form'
import { settingsQueries, useSavePayments } from './queries'
import {
  LoadedSettings,
  type Section,
  SectionForm,
  type SectionSpec,
  type ShopFacts,
  useSection,
  WithShop,
} from './section'

const METHODS: Record<string, { title: string; intro: string }> = {
  cod: { title: 'Cash on delivery', intro: 'The courier collects the total.' },
  bankTransfer: {
    title: 'Bank transfer',
    intro: 'The customer transfers the total and uploads the slip, which you check.',
  },
  payhere: { title: 'Card or wallet', intro: 'The customer pays at the gateway PayHere.' },
}

/** Where the API has the fields that a method alone has. */
const PATHS: Record<string, readonly string[]> = {
  cod: ['codFee', 'codConfirmAbove'],
  bankTransfer: ['bankAccount'],
}

const titleOf = (method: string): string => METHODS[method]?.title ?? method
const amount = (text: string): string => (text.trim() === '' ? '' : formatMoney(Number(text)))

function describeMethod({ method, enabled, min, max, districts }: MethodValues): string {
  const limits = [
    enabled ? 'on' : 'off',
    ...(min === '' ? [] : [`from ${amount(min)}`]),
    ...(max === '' ? [] : [`up to ${amount(max)}`]),
    ...(districts.length === 0 ? [] : [`in ${districts.join(', ')}`]),
  ]
  return `${titleOf(method)} ${limits.join(' ')}`
}

const SPEC: SectionSpec<PaymentValues, Data, ReturnType<typeof updateOf>> = {
  id: 'payments',
  valuesOf,
  updateOf,
  check: checkPayments,
  fields: [
    { name: 'methods', label: 'Methods', read: ({ methods }) => methods.map(describeMethod).join('; ') },
    {
      name: 'bank',
      label: 'Bank account',
      read: ({ bank }) =>
        Object.values(bank)
          .filter((text) => text !== '')
          .join(', '),
    },
    { name: 'codFee', label: 'Fee', read: ({ codFee }) => amount(codFee) },
    {
      name: 'codConfirmAbove',
      label: 'Call before packing above',
      read: ({ codConfirmAbove }) => amount(codConfirmAbove),
    },
    {
      name: 'confirmRefundsAbove',
      label: 'Password for refunds above',
      read: ({ confirmRefundsAbove }) => amount(confirmRefundsAbove),
    },
  ],
}

function CashFields({ section: { values, errors, edit } }: { section: Section<PaymentValues> }) {
  const field = bindTexts(values, errors, edit)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <AmountControl
        label="Fee (LKR)"
        hint="Added to the total of the order. 0 is none."
        {...field('codFee')}
      />
      <AmountControl
        label="Call before packing above (LKR)"
        optional
        hint="Orders above this total wait until the customer has confirmed them by telephone."
        {...field('codConfirmAbove')}
      />
    </div>
  )
}

const ACCOUNT: readonly { name: keyof BankValues; label: string; max: number }[] = [
  { name: 'bank', label: 'Bank', max: 100 },
  { name: 'branch', label: 'Branch', max: 100 },
  { name: 'holder', label: 'Account holder', max: 100 },
  { name: 'number', label: 'Account number', max: 40 },
]

function BankFields({ section: { values, errors, edit } }: { section: Section<PaymentValues> }) {
  const change = (part: Partial<BankValues>, path: string) =>
    edit({ bank: { ...values.bank, ...part } }, path)
  const field = bindTexts(values.bank, errors, change, 'bankAccount.')
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-medium">The account to which customers transfer</legend>
      <GroupError errors={errors} path="bankAccount" />
      {ACCOUNT.map(({ name, label, max }) => (
        <TextControl key={name} label={label} optional={name === 'branch'} maxLength={max} {...field(name)} />
      ))}
    </fieldset>
  )
}

function GatewayNote({ isConnected }: { isConnected: boolean }) {
  if (isConnected) return null
  return (
    <p className="rounded-input bg-warning-wash px-4 py-3">
      Customers do not see this method yet: the server has no connection to PayHere. It is set up where the
      server is configured (PAYHERE_MODE, PAYHERE_MERCHANT_ID, PAYHERE_MERCHANT_SECRET).
    </p>
  )
}

function RefundPanel({ section: { values, errors, edit } }: { section: Section<PaymentValues> }) {
  const field = bindTexts(values, errors, edit)
  return (
    <Panel
      title="Refunds"
      intro="A large refund asks for the password of the member of staff, and is mailed to all owners."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountControl
          label="Ask for the password above (LKR)"
          optional
          hint="The refunds of one order count together, and so do those of one member of staff within 24 hours. Empty never asks."
          {...field('confirmRefundsAbove')}
        />
      </div>
    </Panel>
  )
}

function PaymentForm({ data, shop }: { data: Data; shop: ShopFacts }) {
  const saving = useConfirmed(useSavePayments())
  const { section, ...state } = useSection(SPEC, data, saving)
  const { dialog } = useUnsavedChanges(state.dirty, 'the payment settings', state.forget)
  const isConnected = data.gatewayConfigured
  return (
    <>
      <SectionForm state={state}>
        <GroupError errors={section.errors} path="paymentMethods" />
        {section.values.methods.map(({ method }, index) => (
          <PaymentMethodPanel
            key={method}
            section={section}
            index={index}
            title={titleOf(method)}
            intro={METHODS[method]?.intro ?? ''}
            districts={shop.districts}
            paths={PATHS[method] ?? []}
            badge={
              method === 'payhere' && (
                <Badge tone={isConnected ? 'green' : 'yellow'}>
                  {isConnected ? 'PayHere is connected' : 'PayHere is not connected'}
                </Badge>
              )
            }
          >
            {method === 'cod' && <CashFields section={section} />}
            {method === 'bankTransfer' && <BankFields section={section} />}
            {method === 'payhere' && <GatewayNote isConnected={isConnected} />}
          </PaymentMethodPanel>
        ))}
        <RefundPanel section={section} />
        {dialog}
      </SectionForm>
      {saving.dialog}
    </>
  )
}

/** The settings of payments. */
export function PaymentSettings() {
  const query = useQuery(settingsQueries.payments())
  return (
    <WithShop>
      {(shop) => (
        <LoadedSettings query={query}>{(data) => <PaymentForm data={data} shop={shop} />}</LoadedSettings>
      )}
    </WithShop>
  )
}
