import { useQuery } from '@tanstack/react-query'
import { useMay } from '@/api/staff'
import type { Overview } from '@/api/types'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { ChecklistPanel } from './checklist-panel'
import { ActivityPanels, BestSellers, RecentOrders, RevenueCards } from './overview-panels'
import { Answer } from './panel'
import { PiePanel } from './pie-panel'
import {
  customersByKind,
  dashboardQueries,
  ordersByStatus,
  PERIODS,
  type Period,
  productsByStock,
} from './queries'
import { SalesPanel } from './sales-panel'
import { StockPanels } from './stock-panels'
import { WaitingPanel } from './waiting-panel'

export const TITLE = 'Dashboard'

const DEFAULT_PERIOD: Period = '30'

/** The figures that the role sees; the others are null. */
type Seen = { [Key in keyof Overview]: Overview[Key] | null }

function Charts({ overview: { orders, customers, products } }: { overview: Seen }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {orders && (
        <PiePanel
          title="Orders by status"
          kind="Status"
          none="No orders yet"
          counts={ordersByStatus(orders)}
        />
      )}
      {customers && (
        <PiePanel
          title="Customers by kind"
          kind="Kind"
          none="No customers yet"
          counts={customersByKind(customers)}
        />
      )}
      {products && (
        <PiePanel
          title="Products by stock"
          kind="Stock"
          none="No products yet"
          counts={productsByStock(products)}
        />
      )}
    </div>
  )
}

type FiguresProps = { overview: Seen; selected: Period; onAsk: (period: Period) => void }

function Figures({ overview, selected, onAsk }: FiguresProps) {
  const { revenue, sales, bestSellers, recentOrders, alerts } = overview
  const period = oneOf(String(overview.days), PERIODS, selected)
  return (
    <>
      {revenue !== null && <RevenueCards revenue={revenue} />}
      {sales !== null && bestSellers !== null && (
        <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <SalesPanel sales={sales} period={period} selected={selected} onAsk={onAsk} />
          <BestSellers products={bestSellers} period={period} />
        </div>
      )}
      <Charts overview={overview} />
      {recentOrders !== null && <RecentOrders orders={recentOrders} />}
      {alerts !== null && <StockPanels alerts={alerts} />}
    </>
  )
}

/** The dashboard: what waits, then revenue, then products that need attention, as the role sees them. The period is in the URL. */
export function DashboardPage() {
  const [params, setParams] = useUrlState()
  const period = oneOf(params.get('days'), PERIODS, DEFAULT_PERIOD)
  const ask = (days: Period) => setParams({ days: days === DEFAULT_PERIOD ? null : days })
  const query = useQuery(dashboardQueries.overview(period))
  const may = useMay()
  return (
    <AdminPage title={TITLE} about="What waits for you today, and how the shop does.">
      <div className="grid gap-10">
        {may('manageSettings') && <ChecklistPanel />}
        <WaitingPanel />
        <Answer query={query} what="the shop's figures" waitingClass="h-[60rem]">
          {(overview) => <Figures overview={overview} selected={period} onAsk={ask} />}
        </Answer>
        {may('manageUsers') && <ActivityPanels />}
      </div>
    </AdminPage>
  )
}
