import { Link } from 'react-router'
import { formatWhole, grouped } from '@/lib/whole-number'
import { Button } from './button'
import { buttonClass } from './button-class'
import { Spinner } from './spinner'

type Progress = {
  pending: boolean
  onLoad: () => void
  shown: number
  /** As the server counts ('48', '10000+'); null when unknown. */
  total: string | null
  /** What the rows are, in the plural. */
  noun: string
}

export type LoadMoreProps = Progress & { hasMore: boolean }

function Shown({ shown, total, noun }: Pick<Progress, 'shown' | 'total' | 'noun'>) {
  return (
    <p role="status" className="text-sm text-cocoa">
      Showing {formatWhole(shown)} {total === null ? noun : `of ${grouped(total)} ${noun}`}
    </p>
  )
}

/** How much of a list is shown, and the button for more. */
export function LoadMore({ hasMore, pending, onLoad, ...progress }: LoadMoreProps) {
  return (
    <div className="flex flex-col items-center gap-4 py-8">
      <Shown {...progress} />
      {hasMore && (
        <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={onLoad}>
          Load more
        </Button>
      )}
    </div>
  )
}

export type LoadMoreLinkProps = Progress & {
  /** Where the following rows have an address of their own; null when there are none. */
  to: string | null
  /** Where the list begins, when this is not the beginning. */
  backTo: string | null
}

/** The same with a real link: a plain click loads more in place, any other way of following it works too. */
export function LoadMoreLink({ to, backTo, pending, onLoad, ...progress }: LoadMoreLinkProps) {
  return (
    <div className="flex flex-col items-center gap-4 py-8">
      <Shown {...progress} total={backTo === null ? progress.total : null} />
      {to !== null && (
        <Link
          to={to}
          aria-busy={pending || undefined}
          onClick={(event) => {
            if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            if (!pending) onLoad()
          }}
          className={buttonClass({ variant: 'secondary' })}
        >
          {pending && <Spinner className="size-4" />}
          {pending ? 'Loading...' : 'Load more'}
        </Link>
      )}
      {backTo !== null && (
        <Link to={backTo} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          Back to the beginning
        </Link>
      )}
    </div>
  )
}
