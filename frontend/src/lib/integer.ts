// Formats and parses integers, without Intl.

/** '12500' → '12,500', '10000+' → '10,000+' */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** 12500 → '12,500' */
export const formatInteger = (value: number): string => groupDigits(String(Math.trunc(value)))

/** 3 → '+3', -1200 → '−1,200' (a real minus), 0 → '0' */
export function formatSignedInteger(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${formatInteger(Math.abs(value))}`
}

/** '+3', '-3', '−3' and '3' as a number; null for any other text. */
export function parseSignedInteger(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(/^\+/, '')
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : null
}

/** 1 product, 2 products */
export const pluralize = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`
