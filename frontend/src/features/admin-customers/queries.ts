import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import type { AdminUser, UpdateUserStatusRequest } from '@/api/types'
import { maxLength } from '@/lib/limits'

const MAX_PAGE_SIZE = 100

const getPage = (query: { q?: string; limit: number; after?: string }, signal: AbortSignal) =>
  api.GET('/api/users', { params: { query }, signal })

export const userQueries = {
  /** Accounts, newest first; `q` searches name and e-mail. */
  list: (q = '') => {
    const search = q.trim() === '' ? {} : { q: q.trim() }
    return {
      ...pagedQuery(['users', 'list', search], (after, signal) =>
        getPage({ limit: PAGE_SIZE, ...search, ...after }, signal),
      ),
      placeholderData: keepPreviousData,
    }
  },
  /** The account with this e-mail; `null` where there is none. */
  one: (email: string) =>
    queryOptions({
      queryKey: ['users', 'one', email],
      queryFn: async ({ signal }) => {
        // The search takes a limited length, and finds longer addresses by their beginning.
        const q = email.slice(0, maxLength('searchLength'))
        const { items } = await unwrapPage(getPage({ q, limit: MAX_PAGE_SIZE }, signal))
        return items.find((user) => user.email === email) ?? null
      },
    }),
  /** The active users and the last logins. */
  activity: () =>
    queryOptions({
      queryKey: ['users', 'activity'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/activity', { signal })),
    }),
}

const LISTS = ['users', 'list']

/** Blocks or unblocks. */
export function useUpdateUserStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateUserStatusRequest) => unwrap(api.PUT('/api/users', { body })),
    onSuccess: ({ user }) => replaceRow<AdminUser>(client, LISTS, (row) => row.email === user.email, user),
    onSettled: (_, __, { cancelOrders }) => {
      invalidateLists(client, ['users'])
      if (cancelOrders !== true) return
      invalidateLists(client, ['orders'])
      invalidateLists(client, ['products'])
    },
  })
}

/** Deletes the account with this e-mail; its review goes with it. */
export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => unwrap(api.DELETE('/api/users', { body: { email } })),
    onSuccess: (_, email) => replaceRow<AdminUser>(client, LISTS, (row) => row.email === email, null),
    onSettled: () => {
      invalidateLists(client, ['users'])
      invalidateLists(client, ['reviews'])
    },
  })
}
