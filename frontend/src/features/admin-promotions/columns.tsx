import type { Promotion } from '@/api/types'
import { describePromotion } from '@/features/promotions/words'
import { formatInteger } from '@/lib/integer'
import { openColumn } from '@/ui/admin/columns'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/cx'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { shortPeriod } from './period'
import { STATES } from './states'

function Name({ promotion }: { promotion: Promotion }) {
  const words = describePromotion(promotion)
  return (
    <div className="text-start">
      <span className="font-semibold wrap-anywhere">{promotion.name}</span>
      {words !== promotion.name && <span className="block text-sm text-cocoa">{words}</span>}
    </div>
  )
}

const usesOf = ({ uses, usageLimit }: Promotion): string =>
  usageLimit === null ? formatInteger(uses) : `${formatInteger(uses)} of ${formatInteger(usageLimit)}`

export const promotionColumns = (onOpen: (promotion: Promotion) => void): Column<Promotion>[] => [
  { key: 'name', header: 'Promotion', bare: true, cell: (promotion) => <Name promotion={promotion} /> },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    key: 'code',
    header: 'Code',
    cell: ({ code }) =>
      code === null ? (
        <span className="text-cocoa">automatic</span>
      ) : (
        <span className="font-semibold">{code}</span>
      ),
  },
  {
    key: 'period',
    header: 'Period',
    cell: ({ startsAt, endsAt }) => {
      const days = shortPeriod(startsAt, endsAt)
      return <span className={cx('truncate', days === '' && 'text-cocoa')}>{days || 'no end'}</span>
    },
  },
  {
    key: 'uses',
    header: 'Orders',
    align: 'end',
    cell: (promotion) => <span className="truncate tabular-nums">{usesOf(promotion)}</span>,
  },
  {
    key: 'cost',
    header: 'Cost',
    align: 'end',
    cell: ({ cost }) => <Money amount={cost} className="truncate" />,
  },
  openColumn('Open', ({ name }) => `Open ${name}`, onOpen),
]
