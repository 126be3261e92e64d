// Calls about the messages that visitors write on /contact.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import { isGone } from '@/api/refusal'
import type { MessageListQuery, MessageState, ReceivedMessage } from '@/api/types'
import { countWaiting } from '@/api/waiting'

const LISTS = ['messages', 'list']
const COUNTS = ['messages', 'count']

/** '12' → 12; '10000+' → 10001, which stands for more. */
const counted = (total: string | null): number =>
  Number.parseInt(total ?? '0', 10) + (total?.endsWith('+') === true ? 1 : 0)

export const messageQueries = {
  /** The messages in a state, newest first. */
  list: (state: MessageState) =>
    pagedQuery([...LISTS, state], (after, signal) => {
      const query: MessageListQuery = { limit: PAGE_SIZE, state, ...after }
      return api.GET('/api/admin/messages', { params: { query }, signal })
    }),
  /** The number of messages in a state: the total of a list of one row. */
  count: (state: MessageState) =>
    queryOptions({
      queryKey: [...COUNTS, state],
      queryFn: async ({ signal }) => {
        const query: MessageListQuery = { limit: 1, state }
        return counted(
          (await unwrapPage(api.GET('/api/admin/messages', { params: { query }, signal }))).total,
        )
      },
      staleTime: 0,
    }),
}

/** Notes a message as done, or opens it again; its list loses it at once. */
export function useSetMessageState() {
  const client = useQueryClient()
  const remove = (id: number) => replaceRow<ReceivedMessage>(client, LISTS, (row) => row.id === id, null)
  return useMutation({
    mutationFn: ({ id, state }: { id: number; state: MessageState }) =>
      unwrap(api.PUT('/api/admin/messages/{id}', { params: { path: { id } }, body: { state } })),
    onSuccess: (_, { id }) => remove(id),
    onError: (error, { id }) => {
      if (isGone(error)) remove(id)
    },
    onSettled: () => {
      invalidateLists(client, LISTS)
      void client.invalidateQueries({ queryKey: COUNTS })
      void countWaiting(client)
    },
  })
}
