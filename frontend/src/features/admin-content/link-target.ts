// Where a link may lead: the rule of the server, for an error before anything is sent.
import { LIMITS } from './limits'

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
