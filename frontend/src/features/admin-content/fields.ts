// How a document is described: its fields with labels and limits. Forms, checks and lists of changes follow these descriptions.
import { LIMITS } from './limits'
import type { Values } from './values'

type Named = {
  /** The name in the API. */
  name: string
  label: string
  hint?: string
}

export type TextField = Named & {
  kind: 'text'
  least: 0 | 1
  most: number
  /** Lines of the control; absent: a single line. */
  rows?: number
  input?: 'tel' | 'email'
}
export type NumberField = Named & { kind: 'number'; least: number; most: number }
/** Where a link leads. */
export type AddressField = Named & { kind: 'address'; httpsOnly?: boolean }
export type PictureShape = 'wide' | 'tall' | 'square' | 'logo' | 'share'
export type PictureField = Named & {
  kind: 'picture'
  shape: PictureShape
  /** What is shown without a picture; absent: a picture is needed. */
  without?: string
  /** How the names of the app's own pictures begin that may be chosen. */
  builtIn?: string
}
export type AltField = Named & { kind: 'alt' }
export type ChoiceField = Named & { kind: 'choice'; options: readonly { value: string; label: string }[] }
export type SwitchField = Named & { kind: 'switch'; on: string; off: string }
export type TimeField = Named & { kind: 'time'; without: string }
export type ColourField = Named & { kind: 'colour' }
export type RichField = Named & { kind: 'rich' }
export type SourceField = Named & { kind: 'source' }
export type GroupField = Named & {
  kind: 'group'
  fields: readonly Field[]
  /** The label of the checkbox that adds the group; absent: it is always there. */
  add?: string
  blank: Values
}
export type ListField = Named & {
  kind: 'list'
  /** One item, as 'Slide'. */
  item: string
  fields: readonly Field[]
  least: number
  most: number
  blank: Values
  /** The field that names an item. */
  titled: string
}

export type Field =
  | TextField
  | NumberField
  | AddressField
  | PictureField
  | AltField
  | ChoiceField
  | SwitchField
  | TimeField
  | ColourField
  | RichField
  | SourceField
  | GroupField
  | ListField

type Hint = { hint?: string }

export const text = (
  name: string,
  label: string,
  most: number,
  more: Partial<TextField> = {},
): TextField => ({
  kind: 'text',
  least: 0,
  name,
  label,
  most,
  ...more,
})

/** A text that must not be blank. */
export const needed = (name: string, label: string, most: number, more: Partial<TextField> = {}): TextField =>
  text(name, label, most, { ...more, least: 1 })

/** A heading of a section or column. */
export const heading = (name: string, label: string): TextField => needed(name, label, LIMITS.heading)

const ADDRESS_HINT = 'A page of this shop such as /products, or an https:, mailto: or tel: address.'

export const address = (name: string, label: string, more: Partial<AddressField> = {}): AddressField => ({
  kind: 'address',
  hint: ADDRESS_HINT,
  name,
  label,
  ...more,
})

/** A link with its words. */
export const LINK_FIELDS: readonly Field[] = [
  needed('label', 'Words', LIMITS.linkLabel),
  address('to', 'Leads to'),
]
export const BLANK_LINK = { label: '', to: '' }

/** A link with its words, which may be absent. */
export const link = (name: string, label: string, add: string, { hint }: Hint = {}): GroupField => ({
  kind: 'group',
  name,
  label,
  add,
  fields: LINK_FIELDS,
  blank: BLANK_LINK,
  ...(hint !== undefined && { hint }),
})

/** Items in order. */
export const list = (
  name: string,
  label: string,
  item: string,
  most: number,
  fields: readonly Field[],
  { blank, ...more }: Partial<ListField> & Pick<ListField, 'blank' | 'titled'>,
): ListField => ({ kind: 'list', name, label, item, fields, least: 1, most, blank, ...more })

/** Links in order. */
export const links = (
  name: string,
  label: string,
  most: number,
  more: Partial<ListField> = {},
): ListField => ({
  ...list(name, label, 'Link', most, LINK_FIELDS, { blank: BLANK_LINK, titled: 'label', least: 0 }),
  ...more,
})
