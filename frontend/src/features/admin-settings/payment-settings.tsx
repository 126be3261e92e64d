import { useQuery } from '@tanstack/react-query'
import { useMailConnected } from '@/api/mail-connection'
import type { PaymentSettings as Data } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { ErrorLine } from '@/ui/admin/controls'
import { amountText, comparedOf } from '@/ui/admin/field-checks'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Badge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { SectionFields } from './controls'
import { PaymentMethodPanel } from './payment-method-panel'
import {
  ACCOUNT,
  type BankValues,
  CASH,
  checkPayments,
  type MethodValues,
  type PaymentValues,
  REFUNDS,
  updateOf,
  valuesOf,
} from './payments-form'
import { settingsQueries, useSavePayments } from './queries'
import {
  LoadedWithShop,
  type Section,
  SectionForm,
  type SectionSpec,
  type ShopFacts,
  useSection,
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

function describeMethod({ method, enabled, min, max, districts }: MethodValues): string {
  const limits = [
    enabled ? 'on' : 'off',
    ...(min === '' ? [] : [`from ${amountText(min)}`]),
    ...(max === '' ? [] : [`up to ${amountText(max)}`]),
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
    ...comparedOf(CASH),
    ...comparedOf(REFUNDS),
  ],
}

function BankFields({ section: { values, errors, edit } }: { section: Section<PaymentValues> }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-medium">The account to which customers transfer</legend>
      <ErrorLine error={errors.bankAccount} />
      <SectionFields
        fields={ACCOUNT}
        values={values.bank}
        errors={errors}
        edit={(part, path) => edit({ bank: { ...values.bank, ...part } as BankValues }, path)}
        parent="bankAccount."
      />
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

function PaymentForm({ data, shop }: { data: Data; shop: ShopFacts }) {
  const saving = useConfirmed(useSavePayments())
  const { section, ...state } = useSection(SPEC, data, saving)
  const { dialog } = useUnsavedChanges(state.dirty, 'the payment settings', state.forget)
  const mails = useMailConnected()
  const isConnected = data.gatewayConfigured
  const { values, errors, edit } = section
  const plain = {
    values,
    errors,
    edit: (part: Record<string, string | boolean>, path: string) =>
      edit(part as Partial<PaymentValues>, path),
  }
  return (
    <>
      <SectionForm state={state}>
        <ErrorLine error={section.errors.paymentMethods} />
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
            {method === 'cod' && <SectionFields {...plain} fields={CASH} />}
            {method === 'bankTransfer' && <BankFields section={section} />}
            {method === 'payhere' && <GatewayNote isConnected={isConnected} />}
          </PaymentMethodPanel>
        ))}
        <Panel
          title="Refunds"
          intro={`A large refund asks for the password of the member of staff${mails ? ', and is mailed to all owners' : ''}.`}
        >
          <SectionFields {...plain} fields={REFUNDS} />
        </Panel>
        {dialog}
      </SectionForm>
      {saving.dialog}
    </>
  )
}

/** The settings of payments. */
export function PaymentSettings() {
  return (
    <LoadedWithShop query={useQuery(settingsQueries.payments())}>
      {(data, shop) => <PaymentForm data={data} shop={shop} />}
    </LoadedWithShop>
  )
}
