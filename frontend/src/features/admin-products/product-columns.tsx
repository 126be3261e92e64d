import { PackagePlus, Pencil, Trash2 } from 'lucide-react'
import type { May } from '@/api/staff'
import type { Product } from '@/api/types'
import { formatInteger } from '@/lib/integer'
import { isLow } from '@/lib/stock'
import { FIRST_ACTION, SECOND_ACTION } from '@/ui/admin/columns'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { ProductImage } from '@/ui/image'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { updatePath } from './queries'

/** In the table the column's header is the label. */
const ICON_WHEN_WIDE = 'max-md:w-full md:size-11 md:px-0'

/** Room for four figures on one line; more may wrap on narrow windows. */
const AMOUNT = 'md:inline-block md:min-w-24 min-[90rem]:min-w-28'

/** The stock, with a label when it is low or out. */
function Stock({ stock }: { stock: number }) {
  return (
    <span className="inline-flex items-center justify-end gap-2 tabular-nums">
      {formatInteger(stock)}
      {stock === 0 && <Badge tone="red">Out</Badge>}
      {isLow({ stock }) && <Badge tone="yellow">Low</Badge>}
    </span>
  )
}

function Name({ product }: { product: Product }) {
  return (
    <div className="flex items-center gap-3 max-md:flex-row-reverse">
      <div className="w-10 flex-none overflow-hidden rounded-tag">
        <ProductImage src={product.images[0]} alt="" sizes="40px" />
      </div>
      <span className="min-w-0 font-semibold wrap-anywhere md:line-clamp-3 md:min-w-24 xl:min-w-36">
        {product.productName}
      </span>
    </div>
  )
}

/** The stock, and a button that adjusts it. */
function StockCell({ product, onAdjust }: { product: Product; onAdjust: (product: Product) => void }) {
  return (
    <div className="-me-3 flex items-center justify-end">
      <Stock stock={product.stock} />
      <IconButton
        icon={PackagePlus}
        label={`Adjust the stock of ${product.productName}`}
        onClick={() => onAdjust(product)}
      />
    </div>
  )
}

const UPDATE: Column<Product> = {
  key: 'update',
  header: 'Update',
  bare: true,
  className: FIRST_ACTION,
  cell: (product) => (
    <ButtonLink
      to={updatePath(product.productId)}
      state={{ ...FROM_HERE, product }}
      variant="secondary"
      size="sm"
      className={ICON_WHEN_WIDE}
      aria-label={`Update ${product.productName}`}
    >
      <Pencil aria-hidden size={18} />
      <span className="md:hidden">Update</span>
    </ButtonLink>
  ),
}

const deleteColumn = (onDelete: (product: Product) => void): Column<Product> => ({
  key: 'delete',
  header: 'Delete',
  bare: true,
  className: SECOND_ACTION,
  cell: (product) => (
    <Button
      variant="quiet"
      size="sm"
      className={ICON_WHEN_WIDE}
      aria-label={`Delete ${product.productName}`}
      onClick={() => onDelete(product)}
    >
      <Trash2 aria-hidden size={18} />
      <span className="md:hidden">Delete</span>
    </Button>
  ),
})

type Actions = {
  onDelete: (product: Product) => void
  onAdjust: (product: Product) => void
  /** The rights of the signed-in member of staff. */
  may: May
}

export const productColumns = ({ onDelete, onAdjust, may }: Actions): Column<Product>[] => [
  {
    key: 'id',
    header: 'Product ID',
    cell: (product) => (
      <span className="wrap-anywhere md:inline-block md:min-w-20 xl:min-w-28">{product.productId}</span>
    ),
  },
  { key: 'name', header: 'Product Name', cell: (product) => <Name product={product} /> },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    cell: (product) => <Money amount={product.price} className={AMOUNT} />,
  },
  {
    key: 'lastPrice',
    header: 'Last Price',
    align: 'end',
    cell: (product) => (
      <Money
        amount={product.lastPrice}
        className={cx(AMOUNT, 'font-semibold', product.lastPrice < product.price && 'text-cinnamon')}
      />
    ),
  },
  {
    key: 'stock',
    header: 'Stock',
    align: 'end',
    cell: (product) =>
      may('adjustStock') ? (
        <StockCell product={product} onAdjust={onAdjust} />
      ) : (
        <Stock stock={product.stock} />
      ),
  },
  {
    key: 'description',
    header: 'Description',
    wideOnly: true,
    cell: ({ description }) => (
      <span className="block w-32 truncate 2xl:w-72" title={description}>
        {description}
      </span>
    ),
  },
  ...(may('describeProducts') ? [UPDATE] : []),
  ...(may('manageProducts') ? [deleteColumn(onDelete)] : []),
]
