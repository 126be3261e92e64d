// The documents of a shop that has published none, and a server that keeps their drafts and versions.
import { HttpResponse, http } from 'msw'
import { at, problem, server } from './server'

type Body = Record<string, unknown>

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
export const richText = (...texts: string[]) => ({ type: 'doc', content: texts.map(paragraph) })

const slide = (number: number, heading: string) => ({
  heading,
  text: 'Skincare from the island.',
  link: { label: 'Shop everything', to: '/products' },
  wide: `builtin:hero-${number}-wide`,
  tall: `builtin:hero-${number}-tall`,
  alt: null,
  scrim: 'none',
})

/** A small home page. */
export const HOME = {
  sections: [
    {
      kind: 'hero',
      isShown: true,
      slides: [slide(1, 'Pure beauty'), slide(2, 'Calm for your skin')],
    },
    { kind: 'title', isShown: true, heading: 'Beauty that grows here', text: 'Honest skincare.' },
    {
      kind: 'featured',
      isShown: true,
      heading: 'Featured Deals',
      intro: '',
      source: { kind: 'discounted' },
      link: { label: 'View All Products', to: '/products' },
    },
    {
      kind: 'tips',
      isShown: true,
      heading: 'Skincare Tips',
      intro: '',
      tips: [{ title: 'Sleep', text: 'Skin mends itself at night.' }],
    },
  ],
}

export const DEFAULTS: Readonly<Record<string, Body>> = {
  identity: {
    name: 'Araliya',
    tagline: 'Cosmetics',
    logo: null,
    favicon: null,
    phone: '+94 11 255 0142',
    email: 'hello@araliya.example',
    address: '27 Ward Place, Colombo 07',
    openingHours: '',
    mapPoint: null,
    social: [],
    seoTitle: '',
    seoDescription: '',
    sharePicture: null,
  },
  theme: { accent: '#9b2f4f', support: '#1f5e5b', paper: '#fffbf7' },
  home: HOME,
  footer: {
    aboutHeading: 'About Us',
    about: 'A house of cosmetics.',
    linksHeading: 'Quick Links',
    links: [
      { label: 'Home', to: '/' },
      { label: 'Contact', to: '/contact' },
    ],
    contactHeading: 'Contact Us',
    delivery: 'Island-wide delivery',
    rights: 'All rights reserved.',
    credit: { text: 'Powered by', link: { label: 'Rust', to: 'https://www.rust-lang.org' } },
  },
  contact: {
    title: 'Contact',
    intro: 'Call, write or drop in.',
    description: '',
    detailsHeading: 'Store Details',
    delivery: '',
    formHeading: 'Get in Touch',
    aboutHeading: 'About Us',
    about: richText('We choose honest skincare.'),
  },
  announcement: { text: '', link: null, from: null, until: null },
}

const TEMPLATES = {
  'page:about': 'About us',
  'page:delivery-returns': 'Delivery and returns',
  'page:privacy': 'Privacy',
  'page:terms': 'Terms of sale',
}

const page = (title: string): Body => ({
  title,
  description: '',
  isShown: true,
  body: richText('Begin here.'),
})

const bodyByDefault = (doc: string): Body =>
  DEFAULTS[doc] ?? page((TEMPLATES as Record<string, string>)[doc] ?? 'New page')

/** `GET /api/content` of a shop that has published none. */
export const CONTENT = { ...DEFAULTS, stylesheet: null, announcement: null, pages: [] }

type Version = { version: number; publishedAt: string; publishedBy: string | null; body: Body }
type Kept = { draft: Body | null; revision: number; savedBy: string | null; versions: Version[] }

const OWNER = 'ama@example.com'
const AT = '2026-11-20T06:30:00Z'

/** A server with drafts and versions; `saved` are the bodies that were sent to save, publish or restore. */
export function contentServer() {
  const kept: Record<string, Kept> = {}
  const sent: { call: string; doc: string; body: Body }[] = []
  const of = (doc: string): Kept => {
    kept[doc] ??= { draft: null, revision: 0, savedBy: null, versions: [] }
    return kept[doc]
  }
  const answer = (doc: string) => {
    const { draft, revision, savedBy, versions } = of(doc)
    const published = versions[0] ?? null
    const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(published?.body)
    const savedAt = revision > 0 ? AT : null
    const shown = draft ?? published?.body ?? bodyByDefault(doc)
    return { name: doc, draft: shown, revision, savedAt, savedBy, isChanged, published }
  }
  const state = (doc: string) => {
    const { draft, published, ...rest } = answer(doc)
    const title = doc.startsWith('page:') ? draft.title : null
    return {
      ...rest,
      title,
      publishedVersion: published?.version ?? null,
      publishedAt: published?.publishedAt ?? null,
    }
  }
  /** Saves a draft, as another editor does. */
  const save = (doc: string, draft: Body, savedBy = OWNER) => {
    const document = of(doc)
    Object.assign(document, { draft, revision: document.revision + 1, savedBy })
  }
  const publish = (doc: string, publishedBy: string | null = OWNER) => {
    const { versions } = of(doc)
    versions.unshift({ version: versions.length + 1, publishedAt: AT, publishedBy, body: answer(doc).draft })
  }
  const changing = (path: string, method: 'put' | 'post', change: (doc: string, body: Body) => string) =>
    http[method](at(`/api/admin/content/:doc${path}`), async ({ params, request }) => {
      const doc = String(params.doc)
      const body = (await request.json()) as Body
      sent.push({ call: path || 'save', doc, body })
      if (body.revision !== of(doc).revision)
        return problem(409, { code: 'content.draft_changed', content: answer(doc) })
      return HttpResponse.json({ message: change(doc, body), content: answer(doc) })
    })
  server.use(
    http.get(at('/api/content'), () => HttpResponse.json(CONTENT)),
    http.get(at('/api/admin/content'), () => {
      const names = [...Object.keys(DEFAULTS), ...Object.keys(TEMPLATES), ...Object.keys(kept)]
      return HttpResponse.json([...new Set(names)].map(state))
    }),
    http.get(at('/api/admin/content/:doc'), ({ params }) => HttpResponse.json(answer(String(params.doc)))),
    http.get(at('/api/admin/content/:doc/versions'), ({ params }) =>
      HttpResponse.json(of(String(params.doc)).versions),
    ),
    changing('', 'put', (doc, { body }) => {
      save(doc, body as Body)
      return 'The draft is saved.'
    }),
    changing('/publish', 'post', (doc) => {
      publish(doc)
      return 'Published. Visitors see it now.'
    }),
    changing('/restore', 'post', (doc, { version }) => {
      const body = of(doc).versions.find((one) => one.version === version)?.body
      save(doc, body ?? {})
      return 'The version is the draft now. Publish it to show it.'
    }),
  )
  return { sent, save, publish, kept: of }
}

type Check = { colour: string; shown: string; on: string; ratio: number; least: number }

/** The server's answer about colours: those of `failing` fail, and the nearest colour that passes is `nearest`. */
export function derivation(failing: string, nearest: string) {
  const asked: Body[] = []
  const check = (colours: Body, part: Check) => {
    const passes = colours[part.colour] !== failing
    return { ...part, passes, ratio: passes ? part.ratio : 2.31, nearest: passes ? null : nearest }
  }
  server.use(
    http.post(at('/api/admin/theme/derive'), async ({ request }) => {
      const colours = (await request.json()) as Body
      asked.push(colours)
      const checks = [
        { colour: 'paper', shown: 'ink', on: 'paper', ratio: 15.6, least: 7 },
        { colour: 'accent', shown: 'accent', on: 'white', ratio: 7.2, least: 4.5 },
        { colour: 'accent', shown: 'accent', on: 'paper', ratio: 7, least: 4.5 },
      ].map((part) => check(colours, part))
      return HttpResponse.json({
        isReadable: checks.every(({ passes }) => passes),
        tokens: [
          { name: 'lotus', colour: colours.accent },
          { name: 'lotus-deep', colour: '#7c213c' },
          { name: 'paper', colour: colours.paper },
        ],
        checks,
      })
    }),
  )
  return asked
}
