import { ExternalLink, Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import island from '@/assets/island-map.svg'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'

/** The town that our drawing of the island marks, and what a map of it shows: west, south, east, north in degrees. */
const DRAWN = { town: /\bColombo\b/i, box: '79.82,6.85,79.92,6.99' } as const

/** Whether the drawing shows the shop's town. */
export const isDrawn = (address: string): boolean => DRAWN.town.test(address)

/** OpenStreetMap's map of the town that is drawn. */
export const embedUrl = (): string =>
  `https://www.openstreetmap.org/export/embed.html?layer=mapnik&bbox=${encodeURIComponent(DRAWN.box)}`

export const searchUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`

/**
 * A drawing of the island if it shows the shop's town. OpenStreetMap loads only on demand, so that no visitor's address reaches a
 * third party. For a shop elsewhere, a link searches for the address.
 */
export function ShopMap({ address, className }: { address: string | undefined; className?: string }) {
  if (address === undefined) return null
  return (
    <figure
      className={cx('flex flex-col overflow-hidden rounded-card border border-line bg-mist', className)}
    >
      {isDrawn(address) ? (
        <DrawnMap address={address} />
      ) : (
        <MapLink address={address} label="Find us on the map" />
      )}
    </figure>
  )
}

function DrawnMap({ address }: { address: string }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      {shown ? (
        <iframe
          src={embedUrl()}
          title={`Map with ${address}`}
          loading="lazy"
          referrerPolicy="strict-origin-when-cross-origin"
          className="h-96 w-full border-0 lg:h-112"
        />
      ) : (
        <div className="relative flex h-96 items-center justify-center lg:h-112">
          <img
            src={island}
            alt="Sri Lanka, with a pin at Colombo"
            width={640}
            height={1040}
            className="h-full w-auto max-w-full object-contain py-6 mix-blend-darken"
          />
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
        label={
          shown ? '© OpenStreetMap contributors' : 'The map comes from OpenStreetMap once you ask for it.'
        }
      />
    </>
  )
}

function MapLink({ address, label }: { address: string; label: string }) {
  return (
    <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-white px-5 py-1.5 text-sm first:border-t-0">
      <span className="text-cocoa">{label}</span>
      <a
        href={searchUrl(address)}
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
