import { ExternalLink, Map as MapIcon, MapPin } from 'lucide-react'
import { useState } from 'react'
import island from '@/assets/island-map.svg'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { embedUrl, isDrawn, type MapPoint, mapPageUrl } from './map-addresses'

type Place = { address: string; point: MapPoint | null }

/**
 * A drawing of the island if it shows the shop's town. OpenStreetMap loads only on demand, so that no visitor's address reaches a
 * third party. For a shop elsewhere without a point on the map, a link searches for the address.
 */
export function ShopMap({ address, point, className }: Place & { className?: string }) {
  return (
    <figure
      className={cx('flex flex-col overflow-hidden rounded-card border border-line bg-mist', className)}
    >
      {isDrawn(address) || point !== null ? (
        <MapOnDemand address={address} point={point} />
      ) : (
        <MapLink address={address} point={point} label="Find us on the map" />
      )}
    </figure>
  )
}

/** What is there before the map: the drawing, or a sign where the drawing would show another town. */
function Stand({ address }: { address: string }) {
  if (!isDrawn(address)) return <MapPin aria-hidden size={72} strokeWidth={1} className="text-lagoon" />
  return (
    <img
      src={island}
      alt="Sri Lanka, with a pin at Colombo"
      width={640}
      height={1040}
      className="h-full w-auto max-w-full object-contain py-6 mix-blend-darken"
    />
  )
}

function MapOnDemand({ address, point }: Place) {
  const [shown, setShown] = useState(false)
  return (
    <>
      {shown ? (
        <iframe
          src={embedUrl(point)}
          title={`Map with ${address}`}
          loading="lazy"
          referrerPolicy="strict-origin-when-cross-origin"
          className="h-96 w-full border-0 lg:h-112"
        />
      ) : (
        <div className="relative flex h-96 items-center justify-center lg:h-112">
          <Stand address={address} />
          <Button
            variant="secondary"
            onClick={() => setShown(true)}
            className="absolute end-5 bottom-5 bg-white shadow-card"
          >
            <MapIcon aria-hidden size={20} />
            Show map
          </Button>
        </div>
      )}
      <MapLink
        address={address}
        point={point}
        label={
          shown ? '© OpenStreetMap contributors' : 'The map comes from OpenStreetMap once you ask for it.'
        }
      />
    </>
  )
}

function MapLink({ address, point, label }: Place & { label: string }) {
  return (
    <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-white px-5 py-1.5 text-sm first:border-t-0">
      <span className="text-cocoa">{label}</span>
      <a
        href={mapPageUrl(address, point)}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
      >
        Open in OpenStreetMap
        <ExternalLink aria-hidden size={15} />
        <span className="sr-only">(new window)</span>
      </a>
    </figcaption>
  )
}
