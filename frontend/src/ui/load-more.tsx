import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatInteger, groupDigits } from '@/lib/integer'
import { Button } from './button'
import { buttonClass } from './button-class'
import { isPlainClick } from './plain-click'
import { Spinner } from './spinner'

type Progress = {
  pending: boolean
  onLoad: () => void
  shown: number
  /** The server's total ('48', '10000+'); null when unknown. */
  total: string | null
  /** The name of the rows, in the plural. */
  noun: string
}

type LoadMoreProps = Progress & { hasMore: boolean }

function ShownCount({ shown, total, noun }: Pick<Progress, 'shown' | 'total' | 'noun'>) {
  return (
    <p role="status" className="text-sm text-cocoa">
      Showing {formatInteger(shown)} {total === null ? noun : `of ${groupDigits(total)} ${noun}`}
    </p>
  )
}

/** The focusable element of a row: its link or button, else the row itself. */
function focusRow(row: Element): void {
  const control = row.querySelector<HTMLElement>('a[href], button')
  const target = control ?? (row as HTMLElement)
  if (control === null) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Focuses the first new row after loading, as the button may disappear with the last rows. The list is the element before the
 * button. Does nothing if the user has moved the focus meanwhile.
 */
function useFocusOnNewRow(
  place: RefObject<HTMLElement | null>,
  shown: number,
  onLoad: () => void,
): () => void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    const first = before.current
    if (first === null || shown <= first) return
    before.current = null
    const here = place.current
    const focused = document.activeElement
    // A disabled or removed button leaves the focus to the body or the dialog.
    const isHere = here !== null && (focused === null || focused.contains(here) || here.contains(focused))
    if (!isHere) return
    const list = here.previousElementSibling
    const row = (list?.matches('ul') ? list : list?.querySelector('ul, tbody'))?.children[first]
    if (row !== undefined) focusRow(row)
  }, [place, shown])
  return () => {
    before.current = shown
    onLoad()
  }
}

/** The number of shown rows, and the 'Load more' button. */
export function LoadMore({ hasMore, pending, onLoad, ...progress }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const load = useFocusOnNewRow(place, progress.shown, onLoad)
  return (
    <div ref={place} className="flex flex-col items-center gap-4 py-8">
      <ShownCount {...progress} />
      {hasMore && (
        <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={load}>
          Load more
        </Button>
      )}
    </div>
  )
}

type LoadMoreLinkProps = Progress & {
  /** The URL of the following rows; null when there are none. */
  to: string | null
  /** The URL of the list's beginning, if this is not the beginning. */
  backTo: string | null
}

/** The same with a real link: a plain click loads in place, and opening in another tab works, too. */
export function LoadMoreLink({ to, backTo, pending, onLoad, ...progress }: LoadMoreLinkProps) {
  const place = useRef<HTMLDivElement>(null)
  const load = useFocusOnNewRow(place, progress.shown, onLoad)
  return (
    <div ref={place} className="flex flex-col items-center gap-4 py-8">
      <ShownCount {...progress} total={backTo === null ? progress.total : null} />
      {to !== null && (
        <Link
          to={to}
          aria-busy={pending || undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            if (!pending) load()
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
