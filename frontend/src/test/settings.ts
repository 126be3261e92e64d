// The settings of a new shop, and a server that keeps them.
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { DeliverySettings, MailSettings, OrderSettings, PaymentSettings, TaxSettings } from '@/api/types'
import type { renderApp } from './render-app'
import { at, problem, SHOP, server } from './server'

export const DISTRICTS = ['Colombo', 'Gampaha', 'Kandy', 'Nuwara Eliya', 'Galle']

export const deliverySettingsOf = (settings: Partial<DeliverySettings> = {}): DeliverySettings => ({
  version: 0,
  zones: [],
  methods: ['standard'],
  defaultMethod: 'standard',
  rates: [
    {
      zone: 'rest',
      method: 'standard',
      tariff: { kind: 'flat', amount: 0 },
      freeFrom: null,
      minDays: 1,
      maxDays: 3,
    },
  ],
  holidays: [],
  cutOff: '14:00',
  couriers: [],
  ...settings,
})

export const paymentSettingsOf = (settings: Partial<PaymentSettings> = {}): PaymentSettings => ({
  version: 0,
  paymentMethods: ['cod', 'bankTransfer', 'payhere'].map((method) => ({
    method,
    enabled: method === 'cod',
    min: null,
    max: null,
    districts: [],
  })),
  bankAccount: null,
  codFee: 0,
  codConfirmAbove: null,
  confirmRefundsAbove: 20_000,
  expiries: { payhereMinutes: 30, bankTransferHours: 48 },
  gatewayConfigured: false,
  ...settings,
})

export const orderSettingsOf = (settings: Partial<OrderSettings> = {}): OrderSettings => ({
  version: 0,
  guestCheckout: false,
  returnDays: 7,
  changedMind: false,
  newCustomerOrders: 3,
  newCustomerUnits: 30,
  orderPrefix: 'SUM',
  ...settings,
})

export const taxSettingsOf = (settings: Partial<TaxSettings> = {}): TaxSettings => ({
  version: 0,
  vat: {
    registered: false,
    tin: null,
    name: null,
    address: null,
    unitCode: null,
    rates: [{ percent: 18, from: '2024-01-01' }],
  },
  taxInvoice: { prefix: 'TAX-', digits: 6, dateForm: 'iso', rounding: 'perDocument' },
  ...settings,
})

const MAILS = {
  placed: true,
  reminder: true,
  paid: true,
  slipRejected: true,
  expired: true,
  readyForPickup: true,
  shipped: true,
  delivered: true,
  cancelled: true,
  refunded: true,
  returnRequested: true,
  returnApproved: true,
  returnRejected: true,
  returnReceived: true,
  note: true,
}

type Sections = {
  mails: MailSettings
  delivery: DeliverySettings
  payments: PaymentSettings
  orders: OrderSettings
  tax: TaxSettings
}
type Saved = { section: string; body: { version: number } & Record<string, unknown> }

/** A server with settings: it keeps what is saved, and refuses other versions. Answers what it was sent, and its sections. */
export function settingsServer(given: Partial<Sections> = {}) {
  const sections: Sections = {
    delivery: deliverySettingsOf(),
    payments: paymentSettingsOf(),
    orders: orderSettingsOf(),
    tax: taxSettingsOf(),
    mails: { version: 0, mails: MAILS, languages: ['en'] },
    ...given,
  }
  const saved: Saved[] = []
  const previewed: Record<string, unknown>[] = []
  server.use(
    http.get(at('/api/shop'), () => HttpResponse.json({ ...SHOP, districts: DISTRICTS })),
    http.get(at('/api/admin/settings/:section'), ({ params }) =>
      HttpResponse.json(sections[params.section as keyof Sections]),
    ),
    http.put(at('/api/admin/settings/:section'), async ({ params, request }) => {
      const section = params.section as keyof Sections
      const body = (await request.json()) as Saved['body']
      saved.push({ section, body })
      const present = sections[section]
      if (body.version !== present.version) {
        return problem(409, { code: 'settings.changed', settings: present })
      }
      const settings = { ...present, ...body, version: present.version + 1 }
      Object.assign(sections, { [section]: settings })
      return HttpResponse.json({ message: 'Settings saved successfully!', settings })
    }),
    http.post(at('/api/admin/settings/delivery/preview'), async ({ request }) => {
      previewed.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({
        zone: 'rest',
        deliveryOptions: [
          {
            method: 'standard',
            label: 'Standard delivery',
            charge: 350,
            discount: 0,
            estimatedFrom: '2026-11-24',
            estimatedTo: '2026-11-26',
          },
        ],
      })
    }),
  )
  return { sections, saved, previewed }
}

export const SAVED = 'Settings saved successfully!'
export const save = () => screen.getByRole('button', { name: 'Save' })
type User = ReturnType<typeof renderApp>['user']

export async function retype(user: User, label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}
