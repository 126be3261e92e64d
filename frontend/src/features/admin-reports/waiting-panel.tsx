import { useQuery } from '@tanstack/react-query'
import {
  ArchiveRestore,
  CircleCheck,
  FileSearch,
  Flag,
  Inbox,
  type LucideIcon,
  PackageOpen,
  PhoneCall,
  RotateCcw,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Waiting } from '@/api/types'
import { waitingQuery } from '@/api/waiting'
import { formatCount } from '@/ui/admin/filter-chips'
import { cx } from '@/ui/cx'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { Answer, PanelGroup } from './panel'

type Kind = { key: Exclude<keyof Waiting, 'mailConnected'>; label: string; to: string; icon: LucideIcon }
/** A kind of work of one's own role, with its number. */
type Counted = Kind & { count: number }

/** Each leads to the list whose number of rows it shows. */
const WORK: readonly Kind[] = [
  { key: 'toPack', label: 'To pack', to: '/admin/orders?fulfilment=toPack', icon: PackageOpen },
  { key: 'toCall', label: 'To call', to: '/admin/orders?toCall=true', icon: PhoneCall },
  { key: 'slipsToCheck', label: 'Slips to check', to: '/admin/payments', icon: FileSearch },
  { key: 'returns', label: 'Returns', to: '/admin/returns', icon: RotateCcw },
  { key: 'refundsDue', label: 'Refunds due', to: '/admin/refunds', icon: Undo2 },
  { key: 'attention', label: 'Attention', to: '/admin/attention', icon: Flag },
  { key: 'messages', label: 'Messages', to: '/admin/messages', icon: Inbox },
  { key: 'lowStock', label: 'Low stock', to: '/admin/products?show=low', icon: TriangleAlert },
]

/** A backup that failed or is overdue, or mails that a restore holds back: shown only then. */
const BACKUPS: Kind = {
  key: 'backups',
  label: 'Backups',
  to: '/admin/settings/backups',
  icon: ArchiveRestore,
}

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none'
/** The height of a tile, also of the one that waits for its number. */
const TILE = 'h-24 rounded-card'
/** Of an odd number of tiles, the last has a phone's row to itself. */
const LAST = 'max-sm:last:odd:col-span-2'

/** The server answers null for work that is not one's own. */
const countedIn = (waiting: { [Key in keyof Waiting]: Waiting[Key] | null }): Counted[] =>
  [...WORK, BACKUPS].flatMap((work) => {
    const count = waiting[work.key]
    return count === null || (work === BACKUPS && count === 0) ? [] : [{ ...work, count }]
  })

function Tile({ work: { label, to, icon: Icon, count } }: { work: Counted }) {
  return (
    <li className={LAST}>
      <Link
        to={to}
        className={cx(
          TILE,
          'flex flex-col justify-center border border-line bg-white px-4 transition-colors hover:border-ink',
        )}
      >
        <span className="text-sm leading-tight text-cocoa">{label}</span>
        <span className="mt-1 flex items-center justify-between gap-2">
          <span className={cx('text-2xl font-semibold tabular-nums', count === 0 && 'text-cocoa')}>
            {formatCount(count)}
          </span>
          <Icon aria-hidden size={18} strokeWidth={1.75} className="flex-none text-cocoa" />
        </span>
      </Link>
    </li>
  )
}

function Tiles({ work }: { work: readonly Counted[] }) {
  return (
    <ul className={GRID}>
      {work.map((one) => (
        <Tile key={one.key} work={one} />
      ))}
    </ul>
  )
}

/** One row high: a phone has four rows of tiles, and an empty box of that height looks like a fault. */
function Nothing() {
  return (
    <p
      className={cx(
        TILE,
        'flex items-center justify-center gap-3 border border-line bg-white px-5 text-center',
      )}
    >
      <CircleCheck aria-hidden size={22} className="flex-none text-success" />
      Nothing waits for you. Everything is done.
    </p>
  )
}

function Work({ waiting }: { waiting: Waiting }) {
  const work = countedIn(waiting)
  return work.every(({ count }) => count === 0) ? <Nothing /> : <Tiles work={work} />
}

function WaitingTiles() {
  return (
    <LoadingRegion>
      <div className={GRID}>
        {WORK.map(({ key }) => (
          <Skeleton key={key} className={cx(TILE, LAST)} />
        ))}
      </div>
    </LoadingRegion>
  )
}

/** What waits for staff, each a link to its list. Nothing for a role on whose work nothing waits. */
export function WaitingPanel() {
  const query = useQuery(waitingQuery())
  if (query.data !== undefined && countedIn(query.data).length === 0) return null
  return (
    <PanelGroup title="What waits">
      {query.isPending ? (
        <WaitingTiles />
      ) : (
        <Answer query={query} what="what waits">
          {(waiting) => <Work waiting={waiting} />}
        </Answer>
      )}
    </PanelGroup>
  )
}
