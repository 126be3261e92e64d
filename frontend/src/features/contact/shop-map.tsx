import { ExternalLink, Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import island from '@/assets/island-map.svg'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'

/** Addresses of which the position is known; elsewhere the map shows the island and the link does the search. */
const PLACES = [{ address: /Flower Road, Colombo/i, lat: 6.9087, lon: 79.8585 }] as const
const ISLAND_BOX = '79.4,5.8,82.1,9.95'
const SPAN = 0.012

/** The embedded map's address: the shop with a marker where its position is known, else the whole island. */
export function embedUrl(address: string): string {
  const place = PLACES.find((known) => known.address.test(address))
  const base = 'https://www.openstreetmap.org/export/embed.html?layer=mapnik'
  if (place === undefined) return `${base}&bbox=${encodeURIComponent(ISLAND_BOX)}`
  const { lat, lon } = place
  const box = [lon - SPAN, lat - SPAN, lon + SPAN, lat + SPAN].map((degrees) => degrees.toFixed(4)).join(',')
  return `${base}&bbox=${encodeURIComponent(box)}&marker=${encodeURIComponent(`${lat},${lon}`)}`
}

export const searchUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`

/** Our own drawing of the island; OpenStreetMap only when asked for, so that no visitor is shown to a third party. */
export function ShopMap({ address, className }: { address: string | undefined; className?: string }) {
  const [shown, setShown] = useState(false)
  const place = address ?? 'Colombo, Sri Lanka'
  return (
    <figure
      className={cx('flex flex-col overflow-hidden rounded-card border border-line bg-mist', className)}
    >
      {shown ? (
        <iframe
          src={embedUrl(place)}
          title={`Map with ${place}`}
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
            className="h-full w-auto py-6 mix-blend-darken"
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
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-white px-5 py-1.5 text-sm">
        <span className="text-cocoa">
          {shown ? '© OpenStreetMap contributors' : 'The map comes from OpenStreetMap once you ask for it.'}
        </span>
        <a
          href={searchUrl(place)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
        >
          Open in OpenStreetMap
          <ExternalLink aria-hidden size={15} />
          <span className="sr-only">(new window)</span>
        </a>
      </figcaption>
    </figure>
  )
}
