// The pictures that the app contains, by the names that documents have for them.
import { API_BASE_URL } from '@/api/client'

const BUILT_IN: Readonly<Record<string, string>> = {
  'hero-1-wide': new URL('../../assets/hero/slide-1.webp', import.meta.url).href,
  'hero-1-tall': new URL('../../assets/hero/slide-1-mobile.webp', import.meta.url).href,
  'hero-2-wide': new URL('../../assets/hero/slide-2.webp', import.meta.url).href,
  'hero-2-tall': new URL('../../assets/hero/slide-2-mobile.webp', import.meta.url).href,
  'hero-3-wide': new URL('../../assets/hero/slide-3.webp', import.meta.url).href,
  'hero-3-tall': new URL('../../assets/hero/slide-3-mobile.webp', import.meta.url).href,
  'hero-4-wide': new URL('../../assets/hero/slide-4.webp', import.meta.url).href,
  'hero-4-tall': new URL('../../assets/hero/slide-4-mobile.webp', import.meta.url).href,
  'brand-1': new URL('../../assets/brands/brand-1.svg', import.meta.url).href,
  'brand-2': new URL('../../assets/brands/brand-2.svg', import.meta.url).href,
  'brand-3': new URL('../../assets/brands/brand-3.svg', import.meta.url).href,
  'brand-4': new URL('../../assets/brands/brand-4.svg', import.meta.url).href,
  'brand-5': new URL('../../assets/brands/brand-5.svg', import.meta.url).href,
  'brand-6': new URL('../../assets/brands/brand-6.svg', import.meta.url).href,
  'brand-7': new URL('../../assets/brands/brand-7.svg', import.meta.url).href,
  'brand-8': new URL('../../assets/brands/brand-8.svg', import.meta.url).href,
}

const PREFIX = 'builtin:'

/** The address of a picture of a document, for a small preview. */
export function previewOf(address: string): string {
  if (address.startsWith(PREFIX)) return BUILT_IN[address.slice(PREFIX.length)] ?? ''
  return address.startsWith('/images/') ? `${API_BASE_URL}${address}?w=640` : address
}

/** The app's own pictures whose names begin so and end so, as documents spell them. */
export const builtInPictures = (begin: string, end: string): readonly string[] =>
  Object.keys(BUILT_IN)
    .filter((name) => name.startsWith(begin) && name.endsWith(end))
    .map((name) => PREFIX + name)
