// The coupon of the cart: a code in local storage, which the quote judges.
import { create } from 'zustand'
import { keepOnDevice, onStorageChange, readFromDevice } from '@/api/device-storage'
import type { Quote, QuoteCoupon } from '@/api/types'

const KEY = 'coupon'
/** The longest text that the server takes for a code. */
export const MAX_CODE = 100

/** As the server answers it. */
const codeOf = (text: string | null): string | null => text?.trim().slice(0, MAX_CODE).toUpperCase() || null

const stored = (): string | null => codeOf(readFromDevice(KEY))

export const useCoupon = create<{ code: string | null }>(() => ({ code: stored() }))

/** Follows other tabs. Returns the unsubscribe function. */
export const followCoupon = (): (() => void) =>
  onStorageChange(KEY, () => useCoupon.setState({ code: stored() }))

export function enterCoupon(text: string): void {
  keepOnDevice(KEY, codeOf(text))
  useCoupon.setState({ code: codeOf(text) })
}

export const removeCoupon = (): void => enterCoupon('')

/** The coupon is used up with the order that it was sent with. */
export function spendCoupon(code: string | null | undefined): void {
  if (codeOf(code ?? null) === useCoupon.getState().code) removeCoupon()
}

/** Whether an order may carry the coupon: applied, or beaten by another promotion, when it is kept for another order. */
export const isAccepted = ({ state }: QuoteCoupon): boolean => state === 'applied' || state === 'notBetter'

/** The code that an order at this quote carries; null for none. A coupon that the quote refuses is not sent. */
export const codeToSend = ({ coupon }: Pick<Quote, 'coupon'>): string | null =>
  coupon && isAccepted(coupon) ? coupon.code : null
