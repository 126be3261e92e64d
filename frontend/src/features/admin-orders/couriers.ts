// The couriers of the shop's settings, and the last one that was chosen in this browser.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'

/** The couriers with the templates of their tracking pages. Saving the settings refetches them. */
export const couriersQuery = () =>
  queryOptions({
    queryKey: ['settings', 'couriers'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/couriers', { signal })),
  })

const KEY = 'last-courier'

/** The name of the last chosen courier; '' without one. */
export function lastCourier(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function rememberCourier(name: string): void {
  try {
    localStorage.setItem(KEY, name)
  } catch {
    // Local storage is not available: the next parcel begins without a courier.
  }
}
