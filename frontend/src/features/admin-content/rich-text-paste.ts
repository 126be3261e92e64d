// Text that is pasted from another program. Word processors say by inline styles what is bold, such as Google Docs, which puts all of it
// into `<b style="font-weight:normal">`. The page's policy for styles leaves the styles of pasted elements without effect, also before
// the editor reads them: they are kept in another attribute, and read from there.

const KEPT = 'data-style'

/** Pasted markup with its inline styles as `data-style`. */
export const withKeptStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${KEPT}`))

/** The value of a property of a pasted element's inline style; '' where it has none. */
function styleOf(element: HTMLElement, property: string): string {
  const parts = (element.getAttribute(KEPT) ?? '').toLowerCase().split(';')
  const values = parts.map((part) => part.split(':')).filter(([name]) => name?.trim() === property)
  return values.at(-1)?.[1]?.trim() ?? ''
}

type Saying = 'yes' | 'no' | null

/** What the inline style of an element says about its weight. */
export function saysBold(element: HTMLElement): Saying {
  const weight = styleOf(element, 'font-weight')
  if (/^(bold(er)?|[6-9]\d\d)$/.test(weight)) return 'yes'
  return weight === '' ? null : 'no'
}

export function saysItalic(element: HTMLElement): Saying {
  const style = styleOf(element, 'font-style')
  if (/^(italic|oblique)/.test(style)) return 'yes'
  return style === '' ? null : 'no'
}

/** The rules that read a mark from these elements, unless their style says otherwise, and from others whose style says so. */
export const markRules = (tags: readonly string[], says: (element: HTMLElement) => Saying) => [
  ...tags.map((tag) => ({ tag, getAttrs: (element: HTMLElement) => says(element) !== 'no' && null })),
  // Other marks may be read from the same element.
  {
    tag: `span[${KEPT}]`,
    consuming: false,
    getAttrs: (element: HTMLElement) => says(element) === 'yes' && null,
  },
]
