// The one formatter for money. It also runs where there is no Intl, so server and browser write the same text.

/** An amount from the API (LKR with at most two decimals) as whole cents, free of binary fractions. */
export function toCents(amount: number): number {
  return Math.round(amount * 100)
}

/** Whole cents of `price` (LKR) times `quantity`; exact for every total that the shop accepts. */
export function lineTotalCents(price: number, quantity: number): number {
  return toCents(price) * quantity
}

/** 450000 → 'LKR. 4,500.00' */
export function formatCents(cents: number): string {
  if (!Number.isFinite(cents)) return 'LKR. –'
  const whole = Math.round(Math.abs(cents))
  const rupees = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `LKR. ${cents < 0 ? '-' : ''}${rupees}.${String(whole % 100).padStart(2, '0')}`
}

/** 4500.5 → 'LKR. 4,500.50' */
export function formatMoney(amount: number): string {
  return formatCents(toCents(amount))
}

/** The discount from `price` to `lastPrice` in whole percent; 0 without one. */
export function percentOff(price: number, lastPrice: number): number {
  return price > lastPrice && price > 0 ? Math.round((1 - lastPrice / price) * 100) : 0
}
