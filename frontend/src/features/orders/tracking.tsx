import { Truck } from 'lucide-react'
import type { Order } from '@/api/types'

/** Courier, number and link of the parcel, where they are known. */
export function Tracking({ order: { courier, trackingNumber, trackingUrl } }: { order: Order }) {
  if (courier === null && trackingNumber === null && trackingUrl === null) return null
  return (
    <section aria-label="Parcel" className="flex gap-3 rounded-card bg-mist p-5">
      <Truck aria-hidden size={22} className="mt-0.5 flex-none text-lagoon" />
      <div className="min-w-0">
        {courier !== null && <p className="font-semibold break-words">{courier}</p>}
        {trackingNumber !== null && (
          <p className="break-words">
            Tracking number <span className="font-semibold select-all">{trackingNumber}</span>
          </p>
        )}
        {trackingUrl !== null && (
          <a
            href={trackingUrl}
            target="_blank"
            rel="noreferrer"
            className="tap font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
          >
            Track your parcel
          </a>
        )}
      </div>
    </section>
  )
}
