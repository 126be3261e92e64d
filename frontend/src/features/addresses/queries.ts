import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { sessionToken } from '@/api/session'
import type { Address, AddressRequest } from '@/api/types'

/** The most addresses of one user (contract-commerce, section 1). */
export const MAX_ADDRESSES = 20

export const addressQueries = {
  /** The customer's saved addresses: the default one first, then the newest. */
  list: () =>
    queryOptions({
      queryKey: ['me', 'addresses'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/addresses', { signal })),
    }),
}

/** The parts of a saved address that a request sends again. */
export const asRequest = ({ addressId: _, ...rest }: Address): AddressRequest => rest

type Saving = {
  /** Absent: a new address. */
  addressId?: string | undefined
  address: AddressRequest
}

const save = ({ addressId, address }: Saving) =>
  unwrap(
    addressId === undefined
      ? api.POST('/api/users/addresses', { body: address })
      : api.PUT('/api/users/addresses/{addressId}', { params: { path: { addressId } }, body: address }),
  )

/** The list is read again after every answer, refusals too: another device may have changed it. */
function useReread() {
  const client = useQueryClient()
  return {
    onMutate: () => sessionToken(),
    onSettled: async (_: unknown, __: unknown, ___: unknown, session: string | null | undefined) => {
      if (session !== undefined && isCurrentSession(session))
        await client.invalidateQueries({ queryKey: addressQueries.list().queryKey })
    },
  }
}

/** Adds an address, or replaces the one with this id. */
export const useSaveAddress = () => useMutation({ mutationFn: save, ...useReread() })

/** Deletes an address. Orders keep their copies. */
export const useDeleteAddress = () =>
  useMutation({
    mutationFn: (addressId: string) =>
      unwrap(api.DELETE('/api/users/addresses/{addressId}', { params: { path: { addressId } } })),
    ...useReread(),
  })
