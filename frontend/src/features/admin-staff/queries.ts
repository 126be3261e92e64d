// Calls about staff accounts and invitations.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { StaffRole } from '@/api/staff'
import type { InvitationRequest } from '@/api/types'
import { unwrapEmpty } from '@/api/unwrap-empty'

const KEY = ['staff']

export const staffQueries = {
  /** All members of staff, by name. */
  members: () =>
    queryOptions({
      queryKey: [...KEY, 'members'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/staff', { signal })),
      staleTime: 0,
    }),
  /** The invitations that are not accepted yet. */
  invitations: () =>
    queryOptions({
      queryKey: [...KEY, 'invitations'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/staff/invitations', { signal })),
      staleTime: 0,
    }),
}

/** Both lists are read again after every answer, refusals too: another owner may have changed them. */
function useReread() {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: KEY }) }
}

export const useInvite = () =>
  useMutation({
    mutationFn: (body: InvitationRequest) => unwrap(api.POST('/api/admin/staff/invitations', { body })),
    ...useReread(),
    // The link is not kept longer than its dialog.
    gcTime: 0,
  })

export const useWithdraw = () =>
  useMutation({
    mutationFn: (id: string) =>
      unwrapEmpty(api.DELETE('/api/admin/staff/invitations/{id}', { params: { path: { id } } })),
    ...useReread(),
  })

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ email, role }: { email: string; role: StaffRole }) =>
      unwrap(api.PUT('/api/admin/staff/{email}', { params: { path: { email } }, body: { role } })),
    ...useReread(),
  })

/** Makes a customer of a member of staff. */
export const useRemoveMember = () =>
  useMutation({
    mutationFn: (email: string) =>
      unwrapEmpty(api.DELETE('/api/admin/staff/{email}', { params: { path: { email } } })),
    ...useReread(),
  })
