// The fields of each document.
import { address, BLANK_LINK, type Field, heading, LINK_FIELDS, link, links, needed, text } from './fields'
import { LIMITS } from './limits'

export const IDENTITY: readonly Field[] = [
  needed('name', 'Name of the shop', LIMITS.name),
  text('tagline', 'Tagline', LIMITS.tagline, {
    hint: 'Follows the name in the title of the home page.',
  }),
  {
    kind: 'picture',
    name: 'logo',
    label: 'Logo',
    shape: 'logo',
    without: 'The flower of the app',
    hint: 'Stands before the name at the top of every page. A square picture with a clear background fits best.',
  },
  {
    kind: 'picture',
    name: 'favicon',
    label: 'Icon',
    shape: 'square',
    without: 'Made of the logo, or of the initial',
    hint: `Shown in browser tabs and on home screens. Square, at least ${LIMITS.iconSide} × ${LIMITS.iconSide} pixels.`,
  },
  text('phone', 'Phone', 20, { input: 'tel', hint: 'Left empty: none is shown.' }),
  needed('email', 'E-mail', 254, { input: 'email' }),
  text('address', 'Address', LIMITS.address, { rows: 2, hint: 'Left empty: none is shown.' }),
  text('openingHours', 'Opening hours', LIMITS.openingHours),
  {
    kind: 'group',
    name: 'mapPoint',
    label: 'Place on the map',
    add: 'Set the place on the map',
    hint: 'Without it the map finds the shop by its address.',
    fields: [
      { kind: 'number', name: 'latitude', label: 'Latitude', least: -90, most: 90 },
      { kind: 'number', name: 'longitude', label: 'Longitude', least: -180, most: 180 },
    ],
    // Colombo.
    blank: { latitude: 6.9271, longitude: 79.8612 },
  },
  links('social', 'Social networks', LIMITS.social, {
    fields: [
      needed('label', 'Network', LIMITS.linkLabel),
      address('to', 'Address', { httpsOnly: true, hint: 'Begins with https://' }),
    ],
  }),
  text('seoTitle', 'Title in search results', LIMITS.seoTitle, {
    hint: 'Left empty: name and tagline.',
  }),
  text('seoDescription', 'Description in search results', LIMITS.seoDescription, { rows: 2 }),
  {
    kind: 'picture',
    name: 'sharePicture',
    label: 'Picture of shared links',
    shape: 'share',
    without: 'The logo',
    hint: 'Shown when somebody shares the shop. 1200 × 630 pixels fit best.',
  },
]

export const THEME: readonly Field[] = [
  {
    kind: 'colour',
    name: 'accent',
    label: 'Accent',
    hint: 'Buttons that sell, and links.',
  },
  {
    kind: 'colour',
    name: 'support',
    label: 'Support',
    hint: 'Availability, delivery and notices.',
  },
  { kind: 'colour', name: 'paper', label: 'Paper', hint: 'The background of every page.' },
]

export const FOOTER: readonly Field[] = [
  heading('aboutHeading', 'Heading of the text about the shop'),
  text('about', 'Text about the shop', LIMITS.footerAbout, { rows: 5 }),
  heading('linksHeading', 'Heading of the links'),
  links('links', 'Links', LIMITS.footerLinks),
  heading('contactHeading', 'Heading of the contact details'),
  text('delivery', 'Line about delivery', LIMITS.delivery),
  text('rights', 'Line of the copyright', LIMITS.rights, {
    hint: 'Follows the year and the name of the shop.',
  }),
  {
    kind: 'group',
    name: 'credit',
    label: 'Credit',
    add: 'Show a credit in the last line',
    fields: [
      text('text', 'Text before the link', LIMITS.creditText),
      { kind: 'group', name: 'link', label: 'Link', fields: LINK_FIELDS, blank: BLANK_LINK },
    ],
    blank: { text: '', link: BLANK_LINK },
  },
]

export const CONTACT: readonly Field[] = [
  heading('title', 'Title'),
  text('intro', 'Line below the title', LIMITS.contactIntro),
  text('description', 'Description in search results', LIMITS.seoDescription, {
    rows: 2,
    hint: 'The opening hours are appended.',
  }),
  heading('detailsHeading', 'Heading of the contact details'),
  text('delivery', 'Line about delivery', LIMITS.delivery),
  heading('formHeading', 'Heading of the form'),
  heading('aboutHeading', 'Heading of the text about the shop'),
  { kind: 'rich', name: 'about', label: 'Text about the shop' },
]

export const ANNOUNCEMENT: readonly Field[] = [
  text('text', 'Text', LIMITS.announcement, { rows: 2, hint: 'Left empty: no announcement is shown.' }),
  link('link', 'Link', 'Add a link'),
  { kind: 'time', name: 'from', label: 'From', without: 'As soon as it is published' },
  { kind: 'time', name: 'until', label: 'Until', without: 'Until you publish another one' },
]

export const PAGE: readonly Field[] = [
  needed('title', 'Title', LIMITS.pageTitle),
  text('description', 'Description in search results', LIMITS.pageDescription, { rows: 2 }),
  {
    kind: 'switch',
    name: 'isShown',
    label: 'Visitors see this page',
    on: 'yes',
    off: 'no',
    hint: 'Switched off and published, the address answers that there is no such page.',
  },
  { kind: 'rich', name: 'body', label: 'Text' },
]
