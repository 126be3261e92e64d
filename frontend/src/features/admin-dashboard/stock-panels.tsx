import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Product } from '@/api/types'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Answer, Panel, PanelGroup } from './panel'
import { overviewQueries } from './queries'
import { ScrollList } from './scroll-list'

function AlertRow({ product, tone, note }: { product: Product; tone: BadgeTone; note: string }) {
  return (
    <li className="flex items-center justify-between gap-4 py-1">
      <Link
        to={`/admin/products/updateProducts?product=${encodeURIComponent(product.productId)}`}
        className="flex min-h-11 min-w-0 flex-col justify-center hover:text-lotus"
      >
        <span className="font-medium underline decoration-line underline-offset-2">
          {product.productName}
        </span>
        <span className="text-sm text-cocoa">{product.productId}</span>
      </Link>
      <Badge tone={tone}>{note}</Badge>
    </li>
  )
}

const inDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} left`

/** Which products need the shop's attention; each leads to its form. */
export function StockPanels() {
  const query = useQuery(overviewQueries.stockAlerts())
  return (
    <PanelGroup title="Inventory & Stock Alerts">
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <Panel title="Low Stock">
          <Answer query={query} what="the stock">
            {({ low }) => (
              <ScrollList label="Low stock" empty="No low stock items.">
                {low.map((product) => (
                  <AlertRow
                    key={product._id}
                    product={product}
                    tone="yellow"
                    note={`${product.stock} left`}
                  />
                ))}
              </ScrollList>
            )}
          </Answer>
        </Panel>
        <Panel title="Out of Stock">
          <Answer query={query} what="the stock">
            {({ out }) => (
              <ScrollList label="Out of stock" empty="No out-of-stock items.">
                {out.map((product) => (
                  <AlertRow key={product._id} product={product} tone="red" note="Sold out" />
                ))}
              </ScrollList>
            )}
          </Answer>
        </Panel>
        <Panel title="Stock Replenishment">
          <Answer query={query} what="the stock">
            {({ replenish }) => (
              <ScrollList label="Stock replenishment" empty="No restocking needed.">
                {replenish.map(({ product, days }) => (
                  <AlertRow key={product._id} product={product} tone="blue" note={inDays(days)} />
                ))}
              </ScrollList>
            )}
          </Answer>
        </Panel>
      </div>
    </PanelGroup>
  )
}
