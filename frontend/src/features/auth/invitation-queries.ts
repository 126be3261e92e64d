// Calls of the links in mails to staff: invitations, and 'this was not me'.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { hasCode } from '@/api/refusal'
import type { AcceptInvitationRequest } from '@/api/types'
import { unwrapEmpty } from '@/api/unwrap-empty'
import { startSession } from './queries'

/** The invitation of a link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => unwrap(api.POST('/api/staff/invitation', { body: { token }, signal })),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
  })

/** Whether the invited customer is not the one who is signed in. */
export const isOther = (error: unknown): boolean => hasCode(error, 'staff.sign_in_first')

/** Accepts an invitation, and begins the session of the member of staff. */
export const useAccept = () =>
  useMutation({
    mutationFn: (body: AcceptInvitationRequest) =>
      startSession(unwrap(api.POST('/api/staff/accept', { body }))),
  })

/** Ends all sessions of the account that a mail warned. */
export const useReportSignIn = () =>
  useMutation({
    mutationFn: (token: string) => unwrapEmpty(api.POST('/api/users/sign-in-alert', { body: { token } })),
  })
