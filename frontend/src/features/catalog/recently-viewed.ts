// The IDs of recently viewed products on this device, newest first.
import { keepOnDevice, readFromDevice } from '@/api/device-storage'

const KEY = 'recently-viewed'
const MAX_KEPT = 12

/** The stored IDs without invalid ones. */
export function recentlyViewed(): string[] {
  try {
    const ids: unknown = JSON.parse(readFromDevice(KEY) ?? '[]')
    return Array.isArray(ids)
      ? ids.filter((id) => typeof id === 'string' && id !== '').slice(0, MAX_KEPT)
      : []
  } catch {
    return []
  }
}

/** Puts `productId` first. */
export const rememberViewed = (productId: string): void =>
  keepOnDevice(
    KEY,
    JSON.stringify([productId, ...recentlyViewed().filter((id) => id !== productId)].slice(0, MAX_KEPT)),
  )
