import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type Page, unwrap, unwrapPage } from '@/api/client'
import { afterParam, allRows, FIRST_PAGE, nextPageParam } from '@/api/paging'
import type { AdminUser, UpdateUserStatusRequest } from '@/api/types'

const PAGE_SIZE = 24

function readPage(
  query: { q?: string; limit: number; after?: string },
  signal: AbortSignal,
): Promise<Page<AdminUser>> {
  return unwrapPage(api.GET('/api/users', { params: { query }, signal }))
}

export const userQueries = {
  /** Accounts, newest first; `q` searches name and e-mail. */
  list: (q = '') => {
    const asked = q.trim() === '' ? {} : { q: q.trim() }
    return infiniteQueryOptions({
      queryKey: ['users', 'list', asked],
      queryFn: ({ pageParam, signal }) =>
        readPage({ limit: PAGE_SIZE, ...asked, ...afterParam(pageParam) }, signal),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextPageParam,
      placeholderData: keepPreviousData,
    })
  },
  /** Every account, for the dashboard's chart. */
  all: () =>
    queryOptions({
      queryKey: ['users', 'all'],
      queryFn: ({ signal }) => allRows((after) => readPage({ limit: 500, ...afterParam(after) }, signal)),
    }),
  /** Who is active now, and the last logins. */
  activity: () =>
    queryOptions({
      queryKey: ['users', 'activity'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/activity', { signal })),
    }),
}

function useInvalidateUsers() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['users'] })
}

/** Blocks or unblocks. */
export function useUpdateUserStatus() {
  const invalidate = useInvalidateUsers()
  return useMutation({
    mutationFn: (body: UpdateUserStatusRequest) => unwrap(api.PUT('/api/users', { body })),
    onSettled: invalidate,
  })
}

/** Deletes the account with this e-mail; its review goes with it. */
export function useDeleteUser() {
  const client = useQueryClient()
  const invalidate = useInvalidateUsers()
  return useMutation({
    mutationFn: (email: string) => unwrap(api.DELETE('/api/users', { body: { email } })),
    onSettled: () => Promise.all([invalidate(), client.invalidateQueries({ queryKey: ['reviews'] })]),
  })
}
