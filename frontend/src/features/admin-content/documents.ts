// The documents with which the shop is made one's own: what each is for, its fields, and the page that shows it.
import type { Permission } from '@/api/staff'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { type Change, changesOf, homeChanges } from './changes'
import { checkAnnouncement, checkFields, checkHome } from './checks'
import { ANNOUNCEMENT, CONTACT, FOOTER, IDENTITY, PAGE, THEME } from './document-fields'
import type { Field } from './fields'
import { LIMITS } from './limits'
import type { Values } from './values'

export type DocumentKind = 'identity' | 'theme' | 'home' | 'footer' | 'contact' | 'announcement' | 'page'

export type Document = {
  kind: DocumentKind
  /** In the API: 'home', 'page:about'. */
  name: string
  title: string
  /** In the middle of a sentence, as in 'Your changes to the home page'. */
  what: string
  /** What it is for, in a sentence. */
  purpose: string
  /** The page that shows it, below /preview. */
  path: string
  fields: readonly Field[]
  check: (values: Values) => FieldErrors
  changes: (from: Values, to: Values) => Change[]
}

type Described = Omit<Document, 'kind' | 'name' | 'check' | 'changes'> &
  Partial<Pick<Document, 'check' | 'changes'>>

const SIMPLE = {
  identity: {
    title: 'Identity',
    what: 'the identity',
    purpose:
      'The name, logo and contact details by which customers know your shop, and how search engines show it.',
    path: '/',
    fields: IDENTITY,
  },
  theme: {
    title: 'Colours',
    what: 'the colours',
    purpose: 'Three colours from which all others follow, so that everything stays easy to read.',
    path: '/',
    fields: THEME,
  },
  home: {
    title: 'Home page',
    what: 'the home page',
    purpose:
      'The sections that welcome your customers: switch them on, put them in order and write their words.',
    path: '/',
    fields: [],
    check: checkHome,
    changes: homeChanges,
  },
  footer: {
    title: 'Footer',
    what: 'the footer',
    purpose: 'The texts and links at the foot of every page.',
    path: '/',
    fields: FOOTER,
  },
  contact: {
    title: 'Contact page',
    what: 'the contact page',
    purpose: 'The words around your contact details and the form by which customers write to you.',
    path: '/contact',
    fields: CONTACT,
  },
  announcement: {
    title: 'Announcement',
    what: 'the announcement',
    purpose: 'One line above every page, for a sale or a holiday. Customers can dismiss it.',
    path: '/',
    fields: ANNOUNCEMENT,
    check: (values: Values) => ({ ...checkFields(ANNOUNCEMENT, values), ...checkAnnouncement(values) }),
  },
} as const satisfies Record<Exclude<DocumentKind, 'page'>, Described>

const documentOf = (kind: DocumentKind, name: string, described: Described): Document => ({
  check: (values) => checkFields(described.fields, values),
  changes: (from, to) => changesOf(described.fields, from, to),
  ...described,
  kind,
  name,
})

type SimpleKind = keyof typeof SIMPLE

/** The documents that every shop has, in the order of the sidebar. */
export const DOCUMENTS: readonly Document[] = (Object.keys(SIMPLE) as SimpleKind[]).map((kind) =>
  documentOf(kind, kind, SIMPLE[kind]),
)

/** The document of a page of text. */
export const pageDocument = (slug: string): Document =>
  documentOf('page', `page:${slug}`, {
    title: 'Page',
    what: 'this page',
    purpose: `A page of text of your own, at /pages/${slug}.`,
    path: `/pages/${slug}`,
    fields: PAGE,
  })

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const isSlug = (text: string): boolean => text.length <= LIMITS.slug && SLUG.test(text)

/** 'Our story!' → 'our-story': a proposal for the address of a page. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LIMITS.slug)
    .replace(/-+$/, '')

/** The pages that every shop begins with as templates; they are not counted among its own. */
export const TEMPLATES = ['about', 'delivery-returns', 'privacy', 'terms']

/** The slug of 'page:our-story'; null for another document. */
export const slugFrom = (name: string): string | null =>
  name.startsWith('page:') ? name.slice('page:'.length) : null

/** The permission to edit a document: name and colours are the owner's. */
export const permissionFor = (kind: DocumentKind | 'pages'): Permission =>
  kind === 'identity' || kind === 'theme' ? 'manageBranding' : 'editContent'
