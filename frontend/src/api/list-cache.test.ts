import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { invalidateLists, replaceRow } from './list-cache'
import { type Paged, rowsOf, totalOf } from './paging'

type Row = { id: number; name: string }
const LIST = ['rows', 'list']

const listOf = (pages: number): Paged<Row> => ({
  pages: Array.from({ length: pages }, (_, index) => ({
    items: [{ id: index, name: `Row ${index}` }],
    next: index === pages - 1 ? null : String(index + 1),
    total: String(pages),
  })),
  pageParams: Array.from({ length: pages }, (_, index) => (index === 0 ? null : String(index))),
})

/** A client with a mounted list, and the number of page reads. */
function onScreen(pages: number) {
  const client = new QueryClient()
  client.setQueryData(LIST, listOf(pages))
  let reads = 0
  const observer = new InfiniteQueryObserver(client, {
    queryKey: LIST,
    queryFn: () => {
      reads += 1
      return { items: [], next: null, total: '0' }
    },
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => {})
  return { client, reads: () => reads }
}
const data = (client: QueryClient) => client.getQueryData<Paged<Row>>(LIST)

it('changes a row wherever it is loaded', () => {
  const { client } = onScreen(2)
  replaceRow<Row>(client, ['rows'], (row) => row.id === 1, { id: 1, name: 'Other' })
  expect(rowsOf(data(client)).map(({ name }) => name)).toEqual(['Row 0', 'Other'])
  expect(totalOf(data(client))).toBe('2')
})

it('removes a row and decrements the total', () => {
  const { client } = onScreen(2)
  replaceRow<Row>(client, ['rows'], (row) => row.id === 1, null)
  expect(rowsOf(data(client))).toHaveLength(1)
  expect(totalOf(data(client))).toBe('1')
})

it('does not change an inexact total', () => {
  const client = new QueryClient()
  const { pages, pageParams } = listOf(1)
  client.setQueryData(LIST, { pages: pages.map((page) => ({ ...page, total: '10000+' })), pageParams })
  replaceRow<Row>(client, ['rows'], () => true, null)
  expect(totalOf(data(client))).toBe('10000+')
})

it('refetches a short list, and a long one only when it is next opened', () => {
  const short = onScreen(3)
  invalidateLists(short.client, ['rows'])
  expect(short.reads()).toBe(1)
  const long = onScreen(4)
  invalidateLists(long.client, ['rows'])
  expect(long.reads()).toBe(0)
  expect(long.client.getQueryState(LIST)?.isInvalidated).toBe(true)
})
