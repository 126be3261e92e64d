import { ApiError } from '@/api/problem'
import type { OrderedItem } from '@/api/types'

/** The products among `lines` that a refused quote or order says the shop does not sell any more. */
export function unavailableProducts(error: unknown, lines: readonly OrderedItem[]): string[] {
  if (!(error instanceof ApiError) || error.status !== 422) return []
  return Object.keys(error.errors).flatMap((field) => {
    const index = /^orderedItems\[(\d+)\]\.productId$/.exec(field)?.[1]
    const line = index === undefined ? undefined : lines[Number(index)]
    return line === undefined ? [] : [line.productId]
  })
}
