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
  /** As the server counts ('48', '10000+'); null when unknown. */
  total: string | null
  /** What the rows are, in the plural. */
  noun: string
}

export type LoadMoreProps = Progress & { hasMore: boolean }

function Shown({ shown, total, noun }: Pick<Progress, 'shown' | 'total' | 'noun'>) {
  return (
    <p role="status" className="text-sm text-cocoa">
      Showing {formatInteger(shown)} {total === null ? noun : `of ${groupDigits(total)} ${noun}`}
    </p>
  )
}

/** The part of a row that takes the focus: its link or button, else the row itself. */
function focusRow(row: Element): void {
  const control = row.querySelector<HTMLElement>('a[href], button')
  const target = control ?? (row as HTMLElement)
  if (control === null) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Once the rows that were asked for are there, the focus goes to the first of them: reading goes on where it was, and the
 * button may be gone with the last ones. The list is what stands before the button. Somebody who moved on meanwhile is left
 * alone.
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
    // A button that is disabled or gone leaves the focus to the page, or to the window over it.
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

/** How much of a list is shown, and the button for more. */
export function LoadMore({ hasMore, pending, onLoad, ...progress }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const load = useFocusOnNewRow(place, progress.shown, onLoad)
  return (
    <div ref={place} className="flex flex-col items-center gap-4 py-8">
      <Shown {...progress} />
      {hasMore && (
        <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={load}>
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
  const place = useRef<HTMLDivElement>(null)
  const load = useFocusOnNewRow(place, progress.shown, onLoad)
  return (
    <div ref={place} className="flex flex-col items-center gap-4 py-8">
      <Shown {...progress} total={backTo === null ? progress.total : null} />
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
