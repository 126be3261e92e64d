// Addresses of OpenStreetMap's maps.

/** A place in degrees north and east. */
export type MapPoint = { latitude: number; longitude: number }

/** The town that our drawing of the island marks, and what a map of it shows: west, south, east, north in degrees. */
const DRAWN = { town: /\bColombo\b/i, box: '79.82,6.85,79.92,6.99' } as const
/** Half the height and width of a map around a point, in degrees: about a kilometre. */
const AROUND = 0.01
/** How near a linked map is, as OpenStreetMap counts. */
const ZOOM = 16

/** Whether the drawing shows the shop's town. */
export const isDrawn = (address: string): boolean => DRAWN.town.test(address)

/** Degrees with the six decimals that a point has. */
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6)

/** The map for a frame: around the shop's point, else of the town that is drawn. */
export function embedUrl(point: MapPoint | null = null): string {
  const base = 'https://www.openstreetmap.org/export/embed.html?layer=mapnik&bbox='
  if (point === null) return base + encodeURIComponent(DRAWN.box)
  const { latitude, longitude } = point
  const box = [longitude - AROUND, latitude - AROUND, longitude + AROUND, latitude + AROUND].map(degrees)
  const marker = [latitude, longitude].map(degrees).join()
  return `${base}${encodeURIComponent(box.join())}&marker=${encodeURIComponent(marker)}`
}

/** The map's own page: the shop's point, else a search for its address. */
export function mapPageUrl(address: string, point: MapPoint | null = null): string {
  if (point === null) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
  const [latitude, longitude] = [point.latitude, point.longitude].map(degrees)
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${ZOOM}/${latitude}/${longitude}`
}
