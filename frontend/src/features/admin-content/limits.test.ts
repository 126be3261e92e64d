import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS } from './limits'

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  oneOf?: Schema[]
  allOf?: Schema[]
}

const api = JSON.parse(readFileSync(path.resolve('../docs/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Schema> }
}

/** The greatest number that the description of a field names. */
function described(schema: string, field: string): number {
  const text = api.components.schemas[schema]?.properties?.[field]?.description ?? ''
  const [, most] = /(?:at most|to) (\d[\d,]*)/i.exec(text) ?? []
  return Number(most?.replaceAll(',', ''))
}

it.each([
  ['IdentityDocument', 'name', LIMITS.name],
  ['IdentityDocument', 'tagline', LIMITS.tagline],
  ['IdentityDocument', 'address', LIMITS.address],
  ['IdentityDocument', 'openingHours', LIMITS.openingHours],
  ['IdentityDocument', 'social', LIMITS.social],
  ['ContentLink', 'label', LIMITS.linkLabel],
  ['HeroSlide', 'heading', LIMITS.slideHeading],
  ['HeroSlide', 'text', LIMITS.slideText],
  ['WhyUsReason', 'title', LIMITS.reasonTitle],
  ['WhyUsReason', 'text', LIMITS.reasonText],
  ['PartnerBrand', 'name', LIMITS.partnerName],
  ['HomeTip', 'title', LIMITS.tipTitle],
  ['HomeTip', 'text', LIMITS.tipText],
  ['FooterDocument', 'aboutHeading', LIMITS.heading],
  ['FooterDocument', 'about', LIMITS.footerAbout],
  ['FooterDocument', 'links', LIMITS.footerLinks],
  ['FooterDocument', 'delivery', LIMITS.delivery],
  ['FooterDocument', 'rights', LIMITS.rights],
  ['FooterCredit', 'text', LIMITS.creditText],
  ['ContactDocument', 'intro', LIMITS.contactIntro],
  ['ContactDocument', 'description', LIMITS.seoDescription],
  ['AnnouncementDocument', 'text', LIMITS.announcement],
  ['PageDocument', 'title', LIMITS.pageTitle],
  ['PageDocument', 'description', LIMITS.pageDescription],
])('%s.%s has the limit of the server', (schema, field, limit) =>
  expect(described(schema, field)).toBe(limit),
)

it.each([
  ['HeroSlide', 'alt', LIMITS.alt],
  ['IdentityDocument', 'seoTitle', LIMITS.seoTitle],
  ['IdentityDocument', 'seoDescription', LIMITS.seoDescription],
])('%s.%s names the limit of the server', (schema, field, limit) =>
  expect(api.components.schemas[schema]?.properties?.[field]?.description).toContain(
    `at most ${limit} characters`,
  ),
)

it('formatted texts have the limits of the server', () => {
  const { description } = api.components.schemas.RichText ?? {}
  expect(description).toContain('20,000 characters')
  expect(description).toContain(`${LIMITS.listDepth} lists in each other`)
  expect(LIMITS.richText).toBe(20_000)
})
