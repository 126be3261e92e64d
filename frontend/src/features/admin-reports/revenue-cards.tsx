import { Banknote, type LucideIcon, ReceiptText, TrendingDown, TrendingUp, Undo2 } from 'lucide-react'
import type { RevenueStats } from '@/api/types'
import { formatInteger } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { PanelGroup } from './panel'

type Card = { title: string; value: string; note: string; icon: LucideIcon }

const cardsOf = (stats: RevenueStats): Card[] => [
  { title: 'Total Revenue', value: formatMoney(stats.totalRevenue), note: 'Today', icon: Banknote },
  {
    title: 'Weekly Growth',
    value: `${stats.weeklyGrowth.toFixed(2)}%`,
    note: 'Compared to last week',
    icon: stats.weeklyGrowth < 0 ? TrendingDown : TrendingUp,
  },
  {
    title: 'Transactions',
    value: formatInteger(stats.transactionsToday),
    note: 'Processed today',
    icon: ReceiptText,
  },
  {
    title: 'Pending Refunds',
    value: formatInteger(stats.pendingRefunds),
    note: 'Awaiting processing',
    icon: Undo2,
  },
]

function StatCard({ title, value, note, icon: Icon }: Card) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-white p-3.5 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-cocoa max-sm:text-sm">{title}</h3>
        <span className="inline-flex size-10 flex-none items-center justify-center rounded-full bg-blush text-lotus-deep max-sm:hidden">
          <Icon aria-hidden size={20} strokeWidth={1.75} />
        </span>
      </div>
      <p className="mt-1 text-base font-semibold tabular-nums sm:text-2xl">{value}</p>
      <p className="mt-1 text-sm text-cocoa">{note}</p>
    </div>
  )
}

/** The revenue figures. */
export function RevenueCards({ revenue }: { revenue: RevenueStats }) {
  return (
    <PanelGroup title="Revenue & Financial Overview">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {cardsOf(revenue).map((card) => (
          <StatCard key={card.title} {...card} />
        ))}
      </div>
    </PanelGroup>
  )
}
