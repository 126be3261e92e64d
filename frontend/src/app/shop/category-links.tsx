import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { facetsQuery } from '@/features/catalog/facets'
import { Skeleton } from '@/ui/skeleton'

const LINK = 'flex min-h-11 items-center rounded-input px-4 hover:bg-shell'

/** Links to the products of each category and to all products. */
export function CategoryLinks({ onFollow }: { onFollow?: () => void }) {
  const { data, isPending } = useQuery(facetsQuery({}))
  return (
    <ul aria-label="Categories">
      {isPending &&
        [0, 1, 2, 3, 4].map((place) => (
          <li key={place} className={LINK}>
            <Skeleton className="h-4 w-32" />
          </li>
        ))}
      {data?.categories.map(({ value }) => (
        <li key={value}>
          <Link to={`/products?category=${encodeURIComponent(value)}`} onClick={onFollow} className={LINK}>
            <span className="min-w-0 wrap-anywhere">{value}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to="/products" onClick={onFollow} className={`${LINK} font-semibold text-lotus`}>
          All products
        </Link>
      </li>
    </ul>
  )
}
