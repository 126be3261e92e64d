import { Link } from 'react-router'
import { cx } from './cx'

type Crumb = { label: string; to?: string }

/** Links from home to this page. The page itself comes last and is hidden on phones, where the heading names it. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm wrap-anywhere text-cocoa">
      <ol className="flex flex-wrap items-center gap-x-2">
        {items.map((item, index) => (
          <li
            key={item.label}
            className={cx('min-w-0 items-center gap-2', item.to === undefined ? 'hidden sm:flex' : 'flex')}
          >
            {index > 0 && <span aria-hidden>/</span>}
            {item.to === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {item.label}
              </span>
            ) : (
              <Link
                to={item.to}
                className="inline-flex min-h-11 items-center hover:text-lotus hover:underline"
              >
                {item.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
