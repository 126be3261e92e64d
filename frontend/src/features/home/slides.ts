import desk1 from '@/assets/hero/slide-1.webp'
import phone1 from '@/assets/hero/slide-1-mobile.webp'
import desk2 from '@/assets/hero/slide-2.webp'
import phone2 from '@/assets/hero/slide-2-mobile.webp'
import desk3 from '@/assets/hero/slide-3.webp'
import phone3 from '@/assets/hero/slide-3-mobile.webp'
import desk4 from '@/assets/hero/slide-4.webp'
import phone4 from '@/assets/hero/slide-4-mobile.webp'

export type Slide = {
  heading: string
  text: string
  link: { to: string; label: string }
  /** The landscape picture, with space for text at the left. */
  wide: string
  /** The portrait picture, with space for text at the top. */
  tall: string
}

export const SLIDES: readonly [Slide, Slide, Slide, Slide] = [
  {
    heading: 'Pure beauty begins in nature',
    text: 'Skincare, colour and perfume from the heart of our island.',
    link: { to: '/products', label: 'Shop everything' },
    wide: desk1,
    tall: phone1,
  },
  {
    heading: 'Nature’s calm for your skin',
    text: 'Lotus, coconut and gotukola, gentle as first light.',
    link: { to: '/products?category=Skincare', label: 'Explore skincare' },
    wide: desk2,
    tall: phone2,
  },
  {
    heading: 'Pure colour, soft as petals',
    text: 'Lips, cheeks and eyes in the shades of a garden.',
    link: { to: '/products?category=Makeup', label: 'Explore make-up' },
    wide: desk3,
    tall: phone3,
  },
  {
    heading: 'Nature’s beauty, worn as scent',
    text: 'Sandalwood, cinnamon and night-blooming jasmine.',
    link: { to: '/products?category=Fragrance', label: 'Explore fragrance' },
    wide: desk4,
    tall: phone4,
  },
]
