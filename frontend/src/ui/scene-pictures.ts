// The app's own pictures for the hero, by the names under which the content has them.
import { API_BASE_URL } from '@/api/client'
import wide1 from '@/assets/hero/slide-1.webp'
import tall1 from '@/assets/hero/slide-1-mobile.webp'
import wide2 from '@/assets/hero/slide-2.webp'
import tall2 from '@/assets/hero/slide-2-mobile.webp'
import wide3 from '@/assets/hero/slide-3.webp'
import tall3 from '@/assets/hero/slide-3-mobile.webp'
import wide4 from '@/assets/hero/slide-4.webp'
import tall4 from '@/assets/hero/slide-4-mobile.webp'

const WIDE: readonly string[] = [wide1, wide2, wide3, wide4]
const TALL: readonly string[] = [tall1, tall2, tall3, tall4]
const BUILTIN = /^builtin:hero-(\d)-(wide|tall)$/

/** The `srcSet` of a hero's picture in these widths. One of the app has a single size; an unknown name gives ''. */
export function sceneSources(picture: string, widths: readonly number[]): string {
  const [, number = '', form] = BUILTIN.exec(picture) ?? []
  if (number !== '') return (form === 'wide' ? WIDE : TALL)[Number(number) - 1] ?? ''
  if (!picture.startsWith('/images/')) return ''
  return widths.map((width) => `${API_BASE_URL}${picture}?w=${width} ${width}w`).join(', ')
}

/** The tall picture of a slide: the owner's wide one, cut by the frame, where the tall one is still the web app's. */
export const tallPicture = ({ wide, tall }: { wide: string; tall: string }): string =>
  BUILTIN.test(tall) && !BUILTIN.test(wide) ? wide : tall

/** The address of a hero's picture in one width. */
export const sceneAddress = (picture: string, width: number): string =>
  sceneSources(picture, [width]).split(' ')[0] ?? ''
