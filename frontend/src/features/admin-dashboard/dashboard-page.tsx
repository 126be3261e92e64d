import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '@/app/admin/admin-page'
import { ActivityPanels } from './activity-panels'
import { PiePanel } from './pie-panel'
import { overviewQueries } from './queries'
import { RecentOrders } from './recent-orders'
import { RevenueCards } from './revenue-cards'
import { StockPanels } from './stock-panels'

function Charts() {
  const orders = useQuery(overviewQueries.ordersByStatus())
  const customers = useQuery(overviewQueries.customersByKind())
  const products = useQuery(overviewQueries.productsByStock())
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <PiePanel title="Orders by status" kind="Status" none="No orders yet" query={orders} />
      <PiePanel title="Customers by kind" kind="Kind" none="No customers yet" query={customers} />
      <PiePanel title="Products by stock" kind="Stock" none="No products yet" query={products} />
    </div>
  )
}

/** How the shop is doing: money first, then what is to be done. */
export function DashboardPage() {
  return (
    <AdminPage title="Dashboard">
      <div className="grid gap-10">
        <RevenueCards />
        <Charts />
        <RecentOrders />
        <StockPanels />
        <ActivityPanels />
      </div>
    </AdminPage>
  )
}
