import { useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  FileSearch,
  Flag,
  type LucideIcon,
  PackageOpen,
  PhoneCall,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Waiting } from '@/api/types'
import { formatCount } from '@/ui/admin/filter-chips'
import { cx } from '@/ui/cx'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { Answer, PanelGroup } from './panel'
import { dashboardQueries } from './queries'

type Work = { key: keyof Waiting; label: string; to: string; icon: LucideIcon }

/** Each leads to the list whose number of rows it shows. */
const WORK: readonly Work[] = [
  { key: 'toPack', label: 'To pack', to: '/admin/orders?fulfilment=toPack', icon: PackageOpen },
  { key: 'toCall', label: 'To call', to: '/admin/orders?toCall=true', icon: PhoneCall },
  { key: 'slipsToCheck', label: 'Slips to check', to: '/admin/payments', icon: FileSearch },
  { key: 'refundsDue', label: 'Refunds due', to: '/admin/refunds', icon: Undo2 },
  { key: 'attention', label: 'Attention', to: '/admin/attention', icon: Flag },
  { key: 'lowStock', label: 'Low stock', to: '/admin/products?show=low', icon: TriangleAlert },
]

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-6'
/** The height of a tile, also of the one that waits for its number. */
const TILE = 'h-24 rounded-card'

function Tile({ work: { label, to, icon: Icon }, count }: { work: Work; count: number }) {
  return (
    <li>
      <Link
        to={to}
        className={cx(
          TILE,
          'flex flex-col justify-center border border-line bg-white px-4 transition-colors hover:border-ink sm:px-5',
        )}
      >
        <span className="flex items-center gap-2 text-cocoa">
          <Icon aria-hidden size={18} strokeWidth={1.75} className="flex-none" />
          {label}
        </span>
        <span className={cx('mt-1 text-2xl font-semibold tabular-nums', count === 0 && 'text-cocoa')}>
          {formatCount(count)}
        </span>
      </Link>
    </li>
  )
}

function Tiles({ waiting }: { waiting: Waiting }) {
  return (
    <ul className={GRID}>
      {WORK.map((work) => (
        <Tile key={work.key} work={work} count={waiting[work.key]} />
      ))}
    </ul>
  )
}

/** As high as the tiles, so that nothing below moves when work comes or is done. */
function Nothing() {
  return (
    <div className="relative">
      <div aria-hidden className={cx(GRID, 'invisible')}>
        {WORK.map(({ key }) => (
          <div key={key} className={TILE} />
        ))}
      </div>
      <p className="absolute inset-0 flex items-center justify-center gap-3 rounded-card border border-line bg-white px-5 text-center">
        <CircleCheck aria-hidden size={22} className="flex-none text-success" />
        Nothing waits for you. Everything is done.
      </p>
    </div>
  )
}

function WaitingTiles() {
  return (
    <LoadingRegion>
      <div className={GRID}>
        {WORK.map(({ key }) => (
          <Skeleton key={key} className={TILE} />
        ))}
      </div>
    </LoadingRegion>
  )
}

/** What waits for staff, each a link to its list. */
export function WaitingPanel() {
  const query = useQuery(dashboardQueries.waiting())
  return (
    <PanelGroup title="What waits">
      {query.isPending ? (
        <WaitingTiles />
      ) : (
        <Answer query={query} what="what waits">
          {(waiting) =>
            WORK.every(({ key }) => waiting[key] === 0) ? <Nothing /> : <Tiles waiting={waiting} />
          }
        </Answer>
      )}
    </PanelGroup>
  )
}
