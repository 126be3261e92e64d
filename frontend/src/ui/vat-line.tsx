import type { Vat } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { cx } from './cx'

/** 'Includes VAT 18 %: LKR. 1,327.12' */
export const describeVat = ({ percent, amount }: Vat): string =>
  `Includes VAT ${percent} %: ${formatMoney(amount)}`

/** The VAT that a total includes, below it; nothing where the shop is not registered. */
export function VatLine({ vat, className }: { vat: Vat | null | undefined; className?: string }) {
  if (vat == null) return null
  return <p className={cx('text-sm text-cocoa tabular-nums', className)}>{describeVat(vat)}</p>
}
