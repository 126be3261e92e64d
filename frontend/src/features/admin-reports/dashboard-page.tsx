import { useQuery } from '@tanstack/react-query'
import type { Overview } from '@/api/types'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { ActivityPanels } from './activity-panels'
import { BestSellers } from './best-sellers'
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
import { RecentOrders } from './recent-orders'
import { RevenueCards } from './revenue-cards'
import { SalesPanel } from './sales-panel'
import { StockPanels } from './stock-panels'
import { WaitingPanel } from './waiting-panel'

export const TITLE = 'Dashboard'

const DEFAULT_PERIOD: Period = '30'

function Charts({ overview }: { overview: Overview }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <PiePanel
        title="Orders by status"
        kind="Status"
        none="No orders yet"
        counts={ordersByStatus(overview)}
      />
      <PiePanel
        title="Customers by kind"
        kind="Kind"
        none="No customers yet"
        counts={customersByKind(overview)}
      />
      <PiePanel
        title="Products by stock"
        kind="Stock"
        none="No products yet"
        counts={productsByStock(overview)}
      />
    </div>
  )
}

type FiguresProps = { overview: Overview; asked: Period; onAsk: (period: Period) => void }

function Figures({ overview, asked, onAsk }: FiguresProps) {
  const period = oneOf(String(overview.days), PERIODS, asked)
  return (
    <>
      <RevenueCards overview={overview} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SalesPanel sales={overview.sales} period={period} asked={asked} onAsk={onAsk} />
        <BestSellers products={overview.bestSellers} period={period} />
      </div>
      <Charts overview={overview} />
      <RecentOrders orders={overview.recentOrders} />
      <StockPanels alerts={overview.alerts} />
    </>
  )
}

/** The dashboard: what waits, then revenue, then products that need attention. The period is in the URL. */
export function DashboardPage() {
  const [params, setParams] = useUrlState()
  const period = oneOf(params.get('days'), PERIODS, DEFAULT_PERIOD)
  const ask = (days: Period) => setParams({ days: days === DEFAULT_PERIOD ? null : days })
  const query = useQuery(dashboardQueries.overview(period))
  return (
    <AdminPage title={TITLE}>
      <div className="grid gap-10">
        <WaitingPanel />
        <Answer query={query} what="the shop's figures" waitingClass="h-[60rem]">
          {(overview) => <Figures overview={overview} asked={period} onAsk={ask} />}
        </Answer>
        <ActivityPanels />
      </div>
    </AdminPage>
  )
}
