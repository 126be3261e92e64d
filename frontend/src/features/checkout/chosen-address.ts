import type { Address } from '@/api/types'

/** The value of `addressId` for a typed address. */
export const TYPED = 'new'

/**
 * The saved address that the order goes to; null for a typed one. Until the customer chooses it is the default one, but input that
 * is there already is not replaced.
 */
export function chosenAddress(
  saved: readonly Address[],
  { addressId, isTyped }: { addressId: string; isTyped: boolean },
): Address | null {
  if (addressId === TYPED) return null
  const found = saved.find((one) => one.addressId === addressId)
  if (found !== undefined) return found
  if (addressId === '' && isTyped) return null
  return saved.find(({ isDefault }) => isDefault) ?? saved[0] ?? null
}
