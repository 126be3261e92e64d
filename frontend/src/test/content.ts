// The content of a shop that has published nothing, as `GET /api/content` answers it under the name of the tests' shop.
import { SHOP } from './shop'

const link = (label: string, to: string) => ({ label, to })
const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})

const slide = (number: number, heading: string, text: string, label: string, to: string) => ({
  heading,
  text,
  link: link(label, to),
  wide: `builtin:hero-${number}-wide`,
  tall: `builtin:hero-${number}-tall`,
  alt: null,
  scrim: 'none' as const,
})

const BRANDS = [
  'Pinibindu',
  'Kumbuk & Clay',
  'Hiruwela',
  'Dumbara Studio',
  'Sandungiri',
  'Nilmala',
  'Kiripol',
  'Kurundu Row',
]

const TIPS: readonly (readonly [string, string])[] = [
  ['Sleep 7 to 8 hours', 'Skin mends itself at night. No cream can stand in for rest.'],
  ['Wear SPF 30+ every day', 'The sun is strong here in every season: apply it last, and again at noon.'],
  ['Cleanse gently, twice', 'Lukewarm water and a mild cleanser, in the morning and before bed.'],
  ['Drink plenty of water', 'Eight glasses a day, more when it is hot. King coconut counts.'],
  ['Moisturise damp skin', 'Within three minutes of washing it keeps the water where it belongs.'],
  ['Try new things on your wrist', 'Wait a day before a new product meets your face.'],
]

export const HERO = {
  kind: 'hero' as const,
  isShown: true,
  slides: [
    slide(
      1,
      'Pure beauty begins in nature',
      'Skincare, colour and perfume from the heart of our island.',
      'Shop everything',
      '/products',
    ),
    slide(
      2,
      'Nature’s calm for your skin',
      'Lotus, coconut and gotukola, gentle as first light.',
      'Explore skincare',
      '/products?category=Skincare',
    ),
    slide(
      3,
      'Pure colour, soft as petals',
      'Lips, cheeks and eyes in the shades of a garden.',
      'Explore make-up',
      '/products?category=Makeup',
    ),
    slide(
      4,
      'Nature’s beauty, worn as scent',
      'Sandalwood, cinnamon and night-blooming jasmine.',
      'Explore fragrance',
      '/products?category=Fragrance',
    ),
  ],
}

export const TITLE_SECTION = {
  kind: 'title' as const,
  isShown: true,
  heading: 'Beauty that grows here',
  text: 'Honest skincare, colour and perfume from Sri Lanka, brought to every doorstep on the island.',
}

export const FEATURED_SECTION = {
  kind: 'featured' as const,
  isShown: true,
  heading: 'Featured Deals',
  intro: 'Good things for a little less, while they last.',
  source: { kind: 'discounted' as const },
  link: link('View All Products', '/products'),
}

export const WHY_US = {
  kind: 'whyUs' as const,
  isShown: true,
  heading: 'Why Choose Us',
  reasons: [
    {
      icon: 'flower' as const,
      title: 'Rooted in the island',
      text: 'Gotukola, cinnamon, coconut, frangipani: plants that have cared for skin here for centuries, made fresh in small batches.',
    },
    {
      icon: 'droplets' as const,
      title: 'Honest to the last drop',
      text: 'Every ingredient is on the label and every price is the price. What we would not use at home, we do not sell.',
    },
    {
      icon: 'truck' as const,
      title: 'At every doorstep',
      text: 'Packed by hand and delivered island-wide, from Jaffna to Matara. Questions are answered by people.',
    },
  ],
}

export const PARTNERS = {
  kind: 'partners' as const,
  isShown: true,
  heading: 'Our Trusted Partners',
  partners: BRANDS.map((name, place) => ({
    name,
    logo: `builtin:brand-${place + 1}`,
    to: `/products?brand=${encodeURIComponent(name)}`,
  })),
}

export const TIPS_SECTION = {
  kind: 'tips' as const,
  isShown: true,
  heading: 'Skincare Tips',
  intro: 'Six small habits that do more than any shelf.',
  tips: TIPS.map(([title, text]) => ({ title, text })),
}

export const REVIEWS_SECTION = {
  kind: 'reviews' as const,
  isShown: true,
  heading: 'Customer Reviews',
  invitation: 'Every voice counts. Yours too.',
  firstInvitation: 'No reviews yet. Be the first to leave one!',
}

export const CONTENT = {
  identity: {
    name: SHOP.name,
    tagline: 'Cosmetics and perfumes, island-wide',
    logo: null,
    favicon: null,
    phone: SHOP.phone,
    email: SHOP.email,
    address: SHOP.address,
    openingHours: SHOP.openingHours,
    mapPoint: null,
    social: [],
    seoTitle: '',
    seoDescription: 'Skincare, colour and perfume from Sri Lanka, delivered island-wide.',
    sharePicture: null,
  },
  theme: { accent: '#9b2f4f', support: '#1f5e5b', paper: '#fffbf7' },
  stylesheet: null,
  home: {
    sections: [HERO, TITLE_SECTION, FEATURED_SECTION, WHY_US, PARTNERS, TIPS_SECTION, REVIEWS_SECTION],
  },
  footer: {
    aboutHeading: 'About Us',
    about: `${SHOP.name} is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and scent made on the island, and bring them to every doorstep in it.`,
    linksHeading: 'Quick Links',
    links: [link('Home', '/'), link('Products', '/products'), link('Contact', '/contact')],
    contactHeading: 'Contact Us',
    delivery: 'Island-wide delivery',
    rights: 'All rights reserved.',
    credit: { text: 'Powered by', link: link('Rust', 'https://www.rust-lang.org') },
  },
  contact: {
    title: 'Contact',
    intro: 'Call, write or drop in. A person answers.',
    description: 'Call, write or visit us. Island-wide delivery.',
    detailsHeading: 'Store Details',
    delivery: 'Island-wide delivery',
    formHeading: 'Get in Touch',
    aboutHeading: 'About Us',
    about: {
      type: 'doc' as const,
      content: [
        paragraph(
          `${SHOP.name} is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and scent made on the island.`,
        ),
        paragraph(
          'Whatever you order is packed by people who use it themselves, and brought to every doorstep from Point Pedro to Dondra Head.',
        ),
      ],
    },
  },
  announcement: null,
  pages: [],
}
