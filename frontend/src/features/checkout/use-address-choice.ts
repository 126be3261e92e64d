import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useSession } from '@/api/session'
import type { Address } from '@/api/types'
import { addressQueries } from '@/features/addresses/queries'
import type { ShippingValues } from './shipping-values'
import type { ShippingForm } from './use-shipping-form'

/** The value of `addressId` for a typed address. */
export const TYPED = 'new'

const NONE: readonly Address[] = []

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

/**
 * The saved addresses of the customer, and the one that the order goes to. Without an answer an address can be typed; only while
 * nothing is typed does the choice wait for the answer.
 */
export function useAddressChoice(form: ShippingForm) {
  const { isLoggedIn } = useSession()
  const { data, isPending, isSuccess } = useQuery({ ...addressQueries.list(), enabled: isLoggedIn })
  const addresses = (isLoggedIn ? data : undefined) ?? NONE
  // The page is rendered again when the answer changes, not for each letter.
  const { addressId, isTyped } = useWatch({
    control: form.control,
    compute: ({ addressId, address }: ShippingValues) => ({ addressId, isTyped: address.trim() !== '' }),
  })
  return {
    addresses,
    chosen: chosenAddress(addresses, { addressId, isTyped }),
    waiting: isLoggedIn && isPending && !isTyped,
    /** Whether a typed address may be saved. */
    mayKeep: isLoggedIn && isSuccess,
    choose: (id: string) => form.setValue('addressId', id),
  }
}

export type AddressChoice = ReturnType<typeof useAddressChoice>
