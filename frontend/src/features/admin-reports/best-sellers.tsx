import { Link } from 'react-router'
import type { BestSeller } from '@/api/types'
import { formatInteger, pluralize } from '@/lib/integer'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { ColumnHeads } from '@/ui/column-heads'
import { EmptyState } from '@/ui/empty-state'
import { ProductImage } from '@/ui/image'
import { Money } from '@/ui/price'
import { Panel } from './panel'
import type { Period } from './queries'

function Row({ product }: { product: BestSeller }) {
  return (
    <tr>
      <th scope="row" className="py-1.5 text-start font-medium">
        <Link
          to={`/admin/products/updateProducts?product=${encodeURIComponent(product.productId)}`}
          state={FROM_HERE}
          className="flex min-h-11 items-center gap-3 hover:text-lotus"
        >
          <span className="w-9 flex-none overflow-hidden rounded-tag">
            <ProductImage src={product.image} alt="" sizes="36px" />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="underline decoration-line underline-offset-2">{product.name}</span>
            <span className="block text-sm font-normal text-cocoa">{product.productId}</span>
          </span>
        </Link>
      </th>
      <td className="py-1.5 ps-3 text-end align-middle max-sm:hidden">{formatInteger(product.units)}</td>
      <td className="py-1.5 ps-3 text-end align-middle whitespace-nowrap">
        <Money amount={product.revenue} className="font-semibold" />
        <span className="block text-sm text-cocoa sm:hidden">
          {pluralize(product.units, 'unit', 'units')}
        </span>
      </td>
    </tr>
  )
}

/** The products with the most sold units in the period. */
export function BestSellers({ products, period }: { products: readonly BestSeller[]; period: Period }) {
  return (
    <Panel title="Best Sellers" level="h2">
      {products.length === 0 ? (
        <EmptyState title={`Nothing was sold in the last ${period} days.`} />
      ) : (
        <table className="w-full text-start tabular-nums">
          <caption className="sr-only">Best sellers of the last {period} days</caption>
          <ColumnHeads
            className="text-sm text-cocoa"
            cellClass="pb-2 font-medium"
            heads={[
              'Product',
              { label: 'Units', end: true, className: 'max-sm:hidden' },
              { label: 'Revenue', end: true },
            ]}
          />
          <tbody className="divide-y divide-line border-t border-line">
            {products.map((product) => (
              <Row key={product.productId} product={product} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
