import { useQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Promotion } from '@/api/types'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmptyList } from '@/ui/admin/empty-list'
import { FilterChips } from '@/ui/admin/filter-chips'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Loaded } from '@/ui/loaded'
import { DataTable } from '@/ui/table'
import { promotionColumns } from './columns'
import { promotionQueries } from './queries'
import { STATE_NAMES, STATES } from './states'

export const TITLE = 'Promotions'

const NEW = '/admin/promotions/new'
const FILTERS = ['all', ...STATE_NAMES] as const

function AddLink() {
  return (
    <ButtonLink to={NEW} state={FROM_HERE} size="sm">
      <Plus aria-hidden size={18} />
      Add a promotion
    </ButtonLink>
  )
}

/** What a promotion is, where the shop has none. */
function First() {
  return (
    <div className="rounded-card border border-line bg-white">
      <EmptyState icon={TicketPercent} title="No promotions yet" action={<AddLink />}>
        A promotion makes orders cheaper: for every cart that fits, or for customers who have a code. Begin
        with a small one, such as free delivery from an amount, or 10% off one brand for a week. You see what
        it does to a sample cart before anybody else does.
      </EmptyState>
    </div>
  )
}

function Promotions({ promotions }: { promotions: readonly Promotion[] }) {
  const navigate = useNavigate()
  const [params, patch] = useUrlState()
  const state = oneOf(params.get('state'), FILTERS, 'all')
  if (promotions.length === 0) return <First />
  const rowsOf = (filter: (typeof FILTERS)[number]) =>
    promotions.filter((one) => filter === 'all' || one.state === filter)
  const shown = rowsOf(state)
  const open = ({ promotionId }: Promotion) =>
    void navigate(`/admin/promotions/${promotionId}`, { state: FROM_HERE })
  const showAll = () => patch({ state: null })
  return (
    <div className="grid gap-5">
      <FilterChips
        label="State"
        options={FILTERS.map((value) => ({
          value,
          label: value === 'all' ? 'All' : STATES[value].label,
          count: { count: rowsOf(value).length, noun: 'promotions' },
        }))}
        value={state}
        onChange={(value) => patch({ state: value === 'all' ? null : value })}
      />
      <div role="status">
        {shown.length === 0 && (
          <div className="rounded-card border border-line bg-white">
            <EmptyList icon={TicketPercent} noun="promotions" filtered onShowAll={showAll} />
          </div>
        )}
      </div>
      {shown.length > 0 && (
        <DataTable
          caption="Promotions, newest first"
          columns={promotionColumns(open)}
          rows={shown}
          rowKey={({ promotionId }) => promotionId}
          onRowClick={open}
          dense
          empty={null}
        />
      )}
    </div>
  )
}

/** All promotions of the shop. */
export function PromotionsPage() {
  const query = useQuery(promotionQueries.list())
  const isEmpty = query.data?.length === 0
  return (
    <AdminPage
      title={TITLE}
      about="What makes orders cheaper, by itself or with a code, and what it costs the shop."
      action={!isEmpty && <AddLink />}
    >
      <Loaded query={query} failure="Failed To Fetch Promotions" skeleton="h-64 rounded-card">
        {(promotions) => <Promotions promotions={promotions} />}
      </Loaded>
    </AdminPage>
  )
}
