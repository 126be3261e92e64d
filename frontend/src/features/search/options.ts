// The options of a search box's list, in groups.
import type { SuggestedProduct, Suggestions } from '@/api/types'
import { folded } from './folded'

/** The most recent searches that are shown with suggestions; without a text all are shown. */
const RECENT_BESIDE = 2

/** An option that searches for its text. */
type TextOption = { kind: 'recent' | 'corrected' | 'search'; text: string }
type LabelOption = { kind: 'brand' | 'category'; text: string }
type ProductOption = { kind: 'product'; text: string; product: SuggestedProduct }
/** `text` is what the option stands for, and with `kind` it is unique in the list. */
export type Option = TextOption | LabelOption | ProductOption

/** Options under a heading; those without one stand alone. */
export type OptionGroup = { heading: string | null; options: Option[] }

/** Identifies an option while the list changes around it. */
export const keyOf = (option: Option): string =>
  `${option.kind} ${option.kind === 'product' ? option.product.productId : option.text}`

const group = (heading: string | null, options: Option[]): OptionGroup => ({ heading, options })

const same = (one: string, other: string): boolean => folded(one) === folded(other)

/** Those of the recent searches that begin with what was typed. */
function recentOptions(recent: readonly string[], typed: string): Option[] {
  const matching = recent.filter((text) => folded(text).startsWith(folded(typed)) && !same(text, typed))
  const shown = typed === '' ? matching : matching.slice(0, RECENT_BESIDE)
  return shown.map((text) => ({ kind: 'recent', text }))
}

const labels = (kind: 'brand' | 'category', values: readonly string[]): Option[] =>
  values.map((text) => ({ kind, text }))

const productOptions = (products: readonly SuggestedProduct[]): Option[] =>
  products.map((product) => ({ kind: 'product', text: product.productName, product }))

function suggested({ products, brands, categories, corrected }: Suggestions, typed: string): OptionGroup[] {
  const meant: Option[] =
    corrected === null || same(corrected, typed) ? [] : [{ kind: 'corrected', text: corrected }]
  return [
    group(null, meant),
    group('Products', productOptions(products)),
    group('Brands', labels('brand', brands)),
    group('Categories', labels('category', categories)),
  ]
}

/**
 * The groups of the list for the typed text. Without a text: the recent searches. With one: nothing until `suggestions` are
 * there, and nothing when they are empty, as Enter searches anyway.
 */
export function optionGroups(
  typed: string,
  recent: readonly string[],
  suggestions: Suggestions | undefined,
): OptionGroup[] {
  const groups = [group('Recent searches', recentOptions(recent, typed))]
  if (typed !== '') {
    if (suggestions === undefined) return []
    groups.push(...suggested(suggestions, typed))
  }
  const filled = groups.filter(({ options }) => options.length > 0)
  return typed === '' || filled.length === 0
    ? filled
    : [...filled, group(null, [{ kind: 'search', text: typed }])]
}

/** '5 suggestions', for screen readers. */
export function describeCount(count: number, typed: string): string {
  const noun = typed === '' ? 'recent search' : 'suggestion'
  const plural = typed === '' ? 'recent searches' : 'suggestions'
  if (count === 0) return typed === '' ? '' : 'No suggestions.'
  return count === 1 ? `1 ${noun}.` : `${count} ${plural}.`
}
