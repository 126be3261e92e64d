// Checks of a document before it is sent. The errors have the paths by which the API names fields: 'sections[0].slides[1].heading'.

import { formatInteger } from '@/lib/integer'
import type { FieldErrors } from '@/ui/admin/field-errors'
import type { Field, ListField, TextField } from './fields'
import { sectionKind, sectionsOf } from './home-sections'
import { LIMITS } from './limits'
import { listDepth, textLength } from './rich-text'
import { characters, listOf, objectOf, textOf, type Value, type Values } from './values'

const FORBIDDEN = /[\s\p{Cc}\\<>"^`{|}]/u

function hasKnownForm(text: string): boolean {
  if (text.startsWith('https://')) {
    const host = text.slice('https://'.length).split(/[/?#]/)[0] ?? ''
    return host.includes('.') && !host.startsWith('.') && !host.includes('@')
  }
  if (text.startsWith('mailto:')) return text.includes('@')
  if (text.startsWith('tel:')) return /^tel:[0-9+\-()]*[0-9][0-9+\-()]*$/.test(text)
  return text.startsWith('/') && !text.startsWith('//')
}

export const isLinkTarget = (given: string): boolean => {
  const text = given.trim()
  return text.length <= LIMITS.linkTo && !FORBIDDEN.test(text) && hasKnownForm(text)
}

/** The error of a typed address; null for a good one. */
export function linkError(text: string, httpsOnly = false): string | null {
  if (text.trim() === '') return 'Enter an address'
  if (httpsOnly && !text.trim().startsWith('https://')) return 'Enter an address that begins with https://'
  return isLinkTarget(text)
    ? null
    : 'Enter a page of this shop such as /products, or an https:, mailto: or tel: address'
}

type Found = [path: string, sentence: string][]

const tooLong = (most: number): string => `Use at most ${formatInteger(most)} characters`

function textError({ least, most, label }: TextField, value: Value): string | null {
  const text = textOf(value).trim()
  if (text === '' && least > 0) return `Enter: ${label.toLowerCase()}`
  return characters(text) > most ? tooLong(most) : null
}

function richError(value: Value): string | null {
  if (textLength(value) > LIMITS.richText) return tooLong(LIMITS.richText)
  return listDepth(value) > LIMITS.listDepth ? `Use at most ${LIMITS.listDepth} lists in each other` : null
}

function altError(value: Value): string | null {
  if (value === null) return null
  const text = textOf(value).trim()
  if (text === '') return 'Say what the pictures show, or that they only decorate'
  return characters(text) > LIMITS.alt ? tooLong(LIMITS.alt) : null
}

function sourceError(value: Value): [string, string] | null {
  const { kind, name, productIds } = objectOf(value)
  if (kind === 'category' || kind === 'brand')
    return textOf(name).trim() === '' ? ['.name', `Choose a ${kind}`] : null
  if (kind !== 'chosen') return null
  const chosen = listOf(productIds).length
  if (chosen === 0) return ['.productIds', 'Choose a product']
  return chosen > LIMITS.chosen ? ['.productIds', `Choose at most ${LIMITS.chosen} products`] : null
}

function numberError(value: Value, least: number, most: number): string | null {
  const fits = typeof value === 'number' && value >= least && value <= most
  return fits ? null : `Enter a number from ${least} to ${most}`
}

const itemsError = ({ item, least }: ListField, count: number): string | null =>
  count < least ? `Add a ${item.toLowerCase()}` : null

/** The errors of one field, and of those below it. */
function errorsOf(field: Field, value: Value, path: string): Found {
  const at = (sentence: string | null): Found => (sentence === null ? [] : [[path, sentence]])
  switch (field.kind) {
    case 'text':
      return at(textError(field, value))
    case 'number':
      return at(numberError(value, field.least, field.most))
    case 'address':
      return at(linkError(textOf(value), field.httpsOnly))
    case 'picture':
      return at(value === null && field.without === undefined ? 'Choose a picture' : null)
    case 'alt':
      return at(altError(value))
    case 'colour':
      return at(/^#[0-9a-f]{6}$/i.test(textOf(value)) ? null : 'Enter a colour such as #9b2f4f')
    case 'rich':
      return at(richError(value))
    case 'source': {
      const error = sourceError(value)
      return error === null ? [] : [[path + error[0], error[1]]]
    }
    case 'group':
      return value === null ? [] : fieldsFound(field.fields, objectOf(value), `${path}.`)
    case 'list':
      return [
        ...at(itemsError(field, listOf(value).length)),
        ...listOf(value).flatMap((item, index) =>
          fieldsFound(field.fields, objectOf(item), `${path}[${index}].`),
        ),
      ]
    default:
      return []
  }
}

function fieldsFound(fields: readonly Field[], values: Values, prefix: string): Found {
  return fields.flatMap((field) => errorsOf(field, values[field.name] ?? null, prefix + field.name))
}

export const checkFields = (fields: readonly Field[], values: Values): FieldErrors =>
  Object.fromEntries(fieldsFound(fields, values, ''))

/** The same for the sections of the home page. */
export const checkHome = (home: Values): FieldErrors =>
  Object.fromEntries(
    sectionsOf(home).flatMap((section, index) =>
      fieldsFound(sectionKind(section)?.fields ?? [], objectOf(section), `sections[${index}].`),
    ),
  )

/** The end of an announcement must be after its beginning. */
export function checkAnnouncement(values: Values): FieldErrors {
  const [from, until] = [textOf(values.from), textOf(values.until)]
  return from !== '' && until !== '' && Date.parse(until) <= Date.parse(from)
    ? { until: 'Choose a time after the beginning' }
    : {}
}
