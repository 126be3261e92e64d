// A shop that charges for delivery by district and offers three methods of payment.
import { HttpResponse, http } from 'msw'
import type { DeliveryOption, Quote, QuoteRequest, ShopTerms } from '@/api/types'
import { toCents } from '@/lib/money'
import { A, B } from '@/test/checkout'
import { quoteAnswer } from '@/test/quotes'
import { at, problem, server, shopWith, TERMS } from '@/test/server'

const option = (method: string, label: string, charge: number): DeliveryOption => ({
  method,
  label,
  charge,
  discount: 0,
  estimatedFrom: '2026-11-24',
  estimatedTo: '2026-11-26',
})

const STANDARD = option('standard', 'Standard delivery', 400)
/** Standard delivery in Colombo. */
const NEAR = option('standard', 'Standard delivery', 250)
const EXPRESS = option('express', 'Express delivery', 750)
const PICKUP = option('pickup', 'Pick-up at the shop', 0)

export const COD_FEE = 150

/** What the shop's terms make of the price of the goods: express is for Colombo, and cash for all districts but Jaffna. */
export function priced(
  goods: Quote,
  { district, deliveryMethod, paymentMethod }: QuoteRequest,
): Quote | Response {
  const isJaffna = district === 'Jaffna'
  const deliveryOptions = district === 'Colombo' ? [NEAR, EXPRESS, PICKUP] : [STANDARD, PICKUP]
  const delivery = deliveryOptions.find(({ method }) => method === (deliveryMethod ?? 'standard'))
  if (delivery === undefined)
    return problem(422, {
      code: 'order.delivery_not_offered',
      errors: { deliveryMethod: ['is not offered for this district'] },
    })
  const method = paymentMethod ?? 'cod'
  const fee = method === 'cod' ? COD_FEE : 0
  const explanation = [
    { code: 'goods', label: 'Goods at full price', amount: goods.labeledTotal },
    { code: 'markdown', label: 'Reduced: Glow Serum', amount: -goods.discount },
    { code: 'delivery', label: delivery.label, amount: delivery.charge },
    { code: 'codFee', label: 'Fee for cash on delivery', amount: fee },
  ].filter(({ amount }) => amount !== 0)
  const total = explanation.reduce((cents, { amount }) => cents + toCents(amount), 0) / 100
  const cash = { method: 'cod', label: 'Cash on delivery', fee: COD_FEE }
  return {
    ...goods,
    delivery,
    deliveryOptions,
    paymentMethod: method,
    paymentOptions: [
      isJaffna
        ? { ...cash, available: false, reason: 'Cash on delivery is not offered in this district.' }
        : { ...cash, available: true },
      { method: 'bankTransfer', label: 'Bank transfer', fee: 0, available: true },
      { method: 'payhere', label: 'Card or wallet', fee: 0, available: true },
    ],
    explanation,
    total,
    labeledTotal: goods.labeledTotal + delivery.charge + fee,
  }
}

const rate = (zone: string, { method, charge }: DeliveryOption) => ({
  zone,
  method,
  tariff: { kind: 'flat', amount: charge },
  freeFrom: null,
  minDays: 1,
  maxDays: 3,
})

const DELIVERY = {
  ...TERMS.delivery,
  zones: [{ name: 'Colombo', districts: ['Colombo'] }],
  rates: [
    rate('rest', STANDARD),
    rate('rest', PICKUP),
    rate('Colombo', NEAR),
    rate('Colombo', EXPRESS),
    rate('Colombo', PICKUP),
  ],
}

/** The terms of the shop. */
export const CHARGING = shopWith({ needsDistrict: true, delivery: DELIVERY as ShopTerms['delivery'] })

/** Opens it; returns the quotes that were asked for. */
export function openChargingShop(): QuoteRequest[] {
  const asked: QuoteRequest[] = []
  server.use(
    http.get(at('/api/shop'), () => HttpResponse.json(CHARGING)),
    quoteAnswer({ A, B }, (goods, request) => {
      asked.push(request)
      return priced(goods, request)
    }),
  )
  return asked
}
