import type { AddressRequest } from '@/api/types'
import { useSaveAddress } from '@/features/addresses/queries'
import { toast } from '@/ui/toast'

/** Saves the address of an order that is placed. A failure is said and stops nothing. */
export function useKeepAddress() {
  const { mutateAsync } = useSaveAddress()
  return async (address: AddressRequest): Promise<void> => {
    try {
      await mutateAsync({ address })
    } catch {
      toast.info('Your address could not be saved. You can add it on your profile.')
    }
  }
}
