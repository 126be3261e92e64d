import { ApiError } from '@/api/problem'
import type { OrderedItem } from '@/api/types'

/** The products of `lines` that a refused quote or order reports as no longer sold. */
export function unavailableProducts(error: unknown, lines: readonly OrderedItem[]): string[] {
  if (!(error instanceof ApiError) || error.status !== 422) return []
  return Object.keys(error.errors).flatMap((field) => {
    const index = /^orderedItems\[(\d+)\]\.productId$/.exec(field)?.[1]
    const line = index === undefined ? undefined : lines[Number(index)]
    return line === undefined ? [] : [line.productId]
  })
}
