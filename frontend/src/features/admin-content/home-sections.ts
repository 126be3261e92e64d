// The sections of the home page.
import { address, type Field, heading, link, list, needed, text } from './fields'
import { LIMITS } from './limits'
import { listOf, objectOf, textOf, type Value, type Values } from './values'

export type SectionKind = {
  kind: string
  label: string
  about: string
  fields: readonly Field[]
  /** A new section of this kind. */
  blank: Values
}

const intro = (name: string, label: string) => text(name, label, LIMITS.intro, { rows: 2 })

const ICONS = [
  ['flower', 'Flower'],
  ['droplets', 'Drops'],
  ['truck', 'Van'],
  ['leaf', 'Leaf'],
  ['heart', 'Heart'],
  ['shield', 'Shield'],
  ['sparkles', 'Sparkles'],
  ['gift', 'Gift'],
  ['sun', 'Sun'],
  ['star', 'Star'],
  ['recycle', 'Recycling'],
  ['hand', 'Hand'],
].map(([value = '', label = '']) => ({ value, label }))

const SLIDE = {
  heading: '',
  text: '',
  link: null,
  wide: 'builtin:hero-1-wide',
  tall: 'builtin:hero-1-tall',
  alt: null,
  scrim: 'none',
}

const SLIDE_FIELDS: readonly Field[] = [
  needed('heading', 'Heading', LIMITS.slideHeading),
  text('text', 'Text', LIMITS.slideText, { rows: 2 }),
  link('link', 'Button', 'Show a button'),
  {
    kind: 'picture',
    name: 'wide',
    label: 'Wide picture',
    shape: 'wide',
    builtIn: 'hero-',
    hint: 'For computers and tablets, with room for the text at the left. 1920 × 960 pixels fit best.',
  },
  {
    kind: 'picture',
    name: 'tall',
    label: 'Tall picture',
    shape: 'tall',
    builtIn: 'hero-',
    hint: 'For phones, with room for the text at the top. 900 × 1100 pixels fit best.',
  },
  { kind: 'alt', name: 'alt', label: 'What the pictures show' },
  {
    kind: 'choice',
    name: 'scrim',
    label: 'Shade between picture and text',
    hint: 'Choose one where the text is hard to read on the picture.',
    options: [
      { value: 'none', label: 'None' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark, with light text' },
    ],
  },
]

const REASON = { icon: 'flower', title: '', text: '' }
const REASON_FIELDS: readonly Field[] = [
  needed('title', 'Title', LIMITS.reasonTitle),
  needed('text', 'Text', LIMITS.reasonText, { rows: 3 }),
  { kind: 'choice', name: 'icon', label: 'Drawing', options: ICONS },
]

const PARTNER = { name: '', logo: 'builtin:brand-1', to: '' }
const PARTNER_FIELDS: readonly Field[] = [
  needed('name', 'Name', LIMITS.partnerName),
  { kind: 'picture', name: 'logo', label: 'Logo', shape: 'logo', builtIn: 'brand-' },
  address('to', 'Leads to'),
]

const TIP = { title: '', text: '' }
const TIP_FIELDS: readonly Field[] = [
  needed('title', 'Title', LIMITS.tipTitle),
  needed('text', 'Text', LIMITS.tipText, { rows: 3 }),
]

const HEADING = heading('heading', 'Heading')

/** The kinds in the order in which they are offered. */
const SECTION_KINDS: readonly SectionKind[] = [
  {
    kind: 'hero',
    label: 'Large pictures',
    about: 'Up to six pictures with text that take turns.',
    fields: [
      list('slides', 'Slides', 'Slide', LIMITS.slides, SLIDE_FIELDS, { blank: SLIDE, titled: 'heading' }),
    ],
    blank: { slides: [SLIDE] },
  },
  {
    kind: 'title',
    label: 'Title',
    about: 'The title of the page, with a line below it.',
    fields: [HEADING, intro('text', 'Text')],
    blank: { heading: '', text: '' },
  },
  {
    kind: 'featured',
    label: 'Featured products',
    about: 'Up to eight products: chosen by you, or by a rule.',
    fields: [
      HEADING,
      intro('intro', 'Text'),
      { kind: 'source', name: 'source', label: 'Which products' },
      link('link', 'Link to more', 'Show a link to more'),
    ],
    blank: { heading: '', intro: '', source: { kind: 'newest' }, link: null },
  },
  {
    kind: 'whyUs',
    label: 'Why us',
    about: 'Up to six reasons to buy from you.',
    fields: [
      HEADING,
      list('reasons', 'Reasons', 'Reason', LIMITS.reasons, REASON_FIELDS, { blank: REASON, titled: 'title' }),
    ],
    blank: { heading: '', reasons: [REASON] },
  },
  {
    kind: 'partners',
    label: 'Partners',
    about: 'The logos of brands, each with a link.',
    fields: [
      HEADING,
      list('partners', 'Brands', 'Brand', LIMITS.partners, PARTNER_FIELDS, {
        blank: PARTNER,
        titled: 'name',
      }),
    ],
    blank: { heading: '', partners: [PARTNER] },
  },
  {
    kind: 'tips',
    label: 'Tips',
    about: 'Up to twelve numbered tips.',
    fields: [
      HEADING,
      intro('intro', 'Text'),
      list('tips', 'Tips', 'Tip', LIMITS.tips, TIP_FIELDS, { blank: TIP, titled: 'title' }),
    ],
    blank: { heading: '', intro: '', tips: [TIP] },
  },
  {
    kind: 'reviews',
    label: 'Reviews',
    about: 'What customers wrote last about the shop.',
    fields: [
      HEADING,
      intro('invitation', 'Invitation beside reviews'),
      intro('firstInvitation', 'Invitation while there is no review'),
    ],
    blank: { heading: '', invitation: '', firstInvitation: '' },
  },
  {
    kind: 'text',
    label: 'Text',
    about: 'Formatted text of your own, up to three times.',
    fields: [HEADING, { kind: 'rich', name: 'body', label: 'Text' }],
    blank: { heading: '', body: { type: 'doc', content: [] } },
  },
]

export const kindOf = (section: Value): string => textOf(objectOf(section).kind)

/** The description of a section; undefined for one of a later release. */
export const sectionKind = (section: Value): SectionKind | undefined =>
  SECTION_KINDS.find(({ kind }) => kind === kindOf(section))

export const sectionsOf = (home: Values): readonly Value[] => listOf(home.sections)

/** The kinds of which the page may have one more. */
export const addableKinds = (sections: readonly Value[]): readonly SectionKind[] =>
  SECTION_KINDS.filter(({ kind }) => {
    const present = sections.filter((section) => kindOf(section) === kind).length
    return present < (kind === 'text' ? LIMITS.textSections : 1)
  })

/** 'Tips'; 'Text 2' for the second section of formatted text. */
export function sectionName(sections: readonly Value[], index: number): string {
  const section = sections[index] ?? null
  const label = sectionKind(section)?.label ?? kindOf(section)
  const same = sections.slice(0, index + 1).filter((other) => kindOf(other) === kindOf(section)).length
  return same > 1 ? `${label} ${same}` : label
}
