// What differs between two states of a document, field by field, in words.
import { formatDateTime } from '@/lib/date'
import { isSame } from '@/lib/is-same'
import type { ComparedRow } from '@/ui/admin/compared-table'
import type { Field, ListField } from './fields'
import { sectionKind, sectionName, sectionsOf } from './home-sections'
import { plainText } from './rich-text'
import { listOf, objectOf, textOf, type Value, type Values } from './values'

export type Change = { label: string; from: string; to: string }

export const comparedRow = ({ label, from, to }: Change): ComparedRow => ({ label, values: [from, to] })

const NONE = 'none'

const SOURCES: Readonly<Record<string, string>> = {
  discounted: 'The newest with a discount',
  newest: 'The newest',
  bestselling: 'Those that sold most in 30 days',
}

/** Which products are featured, in words. */
function describeSource(value: Value): string {
  const { kind, name, productIds } = objectOf(value)
  if (kind === 'category') return `The newest of the category ${textOf(name)}`
  if (kind === 'brand') return `The newest of the brand ${textOf(name)}`
  if (kind === 'chosen') return `Chosen: ${listOf(productIds).map(textOf).join(', ')}`
  return SOURCES[textOf(kind)] ?? textOf(kind)
}

/** 'builtin:hero-1-wide' → 'our picture hero-1-wide'; an upload by the name of its file. */
function describePicture(value: Value): string {
  const address = textOf(value)
  const builtIn = address.replace(/^builtin:/, '')
  return builtIn === address ? (address.split('/').at(-1) ?? '') : `our picture ${builtIn}`
}

function describeField(field: Field, value: Value): string {
  switch (field.kind) {
    case 'picture':
      return value === null ? (field.without ?? NONE) : describePicture(value)
    case 'alt':
      return value === null ? 'decorative' : textOf(value)
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? textOf(value)
    case 'switch':
      return value === true ? field.on : field.off
    case 'time':
      return value === null ? field.without : formatDateTime(textOf(value))
    case 'rich':
      return plainText(value)
    case 'source':
      return describeSource(value)
    case 'number':
      return typeof value === 'number' ? String(value) : ''
    default:
      return textOf(value)
  }
}

/** The items that differ, without those that both lists have at their beginning and end. */
function middle(from: readonly Value[], to: readonly Value[]) {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && isSame(from[start], to[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1
  return { start, from: from.slice(start, from.length - end), to: to.slice(start, to.length - end) }
}

const isOrder = (from: readonly Value[], to: readonly Value[]): boolean =>
  from.length === to.length && from.every((item) => to.some((other) => isSame(item, other)))

function listChanges(field: ListField, from: readonly Value[], to: readonly Value[]): Change[] {
  const title = (item: Value): string => textOf(objectOf(item)[field.titled]) || 'without a name'
  if (from.length > 1 && isOrder(from, to)) {
    const titles = (items: readonly Value[]) => items.map(title).join(', ')
    return [{ label: `Order of ${field.label.toLowerCase()}`, from: titles(from), to: titles(to) }]
  }
  const rest = middle(from, to)
  const rows = Math.max(rest.from.length, rest.to.length)
  return Array.from({ length: rows }).flatMap((_, index) => {
    const [before, after] = [rest.from[index], rest.to[index]]
    const label = `${field.item} ${rest.start + index + 1}`
    if (before === undefined) return [{ label, from: NONE, to: title(after ?? null) }]
    if (after === undefined) return [{ label, from: title(before), to: NONE }]
    return changesOf(field.fields, objectOf(before), objectOf(after), `${label}: `)
  })
}

function fieldChanges(field: Field, from: Value, to: Value, prefix: string): Change[] {
  const label = prefix + field.label
  const named = (changes: Change[]) => changes.map((change) => ({ ...change, label: prefix + change.label }))
  if (field.kind === 'list') return named(listChanges(field, listOf(from), listOf(to)))
  if (field.kind === 'group') {
    if (from !== null && to !== null)
      return changesOf(field.fields, objectOf(from), objectOf(to), `${label}: `)
    const describeGroup = (value: Value) =>
      value === null
        ? NONE
        : field.fields
            .map((part) => describeField(part, objectOf(value)[part.name] ?? null))
            .filter((part) => part !== '')
            .join(', ')
    return [{ label, from: describeGroup(from), to: describeGroup(to) }]
  }
  const [before, after] = [describeField(field, from), describeField(field, to)]
  if (before !== after) return [{ label, from: before, to: after }]
  return [{ label, from: 'the same words', to: 'the same words in another form' }]
}

/** The fields that differ, in the order of the form. */
export function changesOf(fields: readonly Field[], from: Values, to: Values, prefix = ''): Change[] {
  return fields.flatMap((field) => {
    const [before, after] = [from[field.name] ?? null, to[field.name] ?? null]
    return isSame(before, after) ? [] : fieldChanges(field, before, after, prefix)
  })
}

const visibility = (section: Values): string => (section.isShown === false ? 'hidden' : 'shown')

/** The sections with names by which two home pages are compared. */
function named(sections: readonly Value[]): Map<string, Values> {
  return new Map(sections.map((section, index) => [sectionName(sections, index), objectOf(section)]))
}

function sectionChanges(name: string, from: Values | undefined, to: Values | undefined): Change[] {
  if (from === undefined || to === undefined)
    return [
      { label: name, from: from === undefined ? NONE : 'on the page', to: to === undefined ? NONE : 'added' },
    ]
  const isSwitched = visibility(from) !== visibility(to)
  return [
    ...(isSwitched ? [{ label: name, from: visibility(from), to: visibility(to) }] : []),
    ...changesOf(sectionKind(to)?.fields ?? [], from, to, `${name}: `),
  ]
}

/** The same for home pages: their order, and each section. */
export function homeChanges(from: Values, to: Values): Change[] {
  const [before, after] = [sectionsOf(from), sectionsOf(to)]
  const [old, present] = [named(before), named(after)]
  const kept = (sections: Map<string, Values>, others: Map<string, Values>) =>
    [...sections.keys()].filter((name) => others.has(name)).join(', ')
  const [order, newOrder] = [kept(old, present), kept(present, old)]
  const names = [...new Set([...present.keys(), ...old.keys()])]
  return [
    ...(order === newOrder ? [] : [{ label: 'Order of sections', from: order, to: newOrder }]),
    ...names.flatMap((name) => sectionChanges(name, old.get(name), present.get(name))),
  ]
}
