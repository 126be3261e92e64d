import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

type EmptyListProps = {
  icon: LucideIcon
  /** The name of the rows, in the plural. */
  noun: string
  /** The list is searched or filtered, so that rows may be hidden. */
  filtered: boolean
  /** Removes search and filters. */
  onShowAll: () => void
  /** What to do first, where the list is empty without search and filters. */
  first?: ReactNode
}

/** The text of a list without rows, and a button that removes its search and filters. */
export function EmptyList({ icon, noun, filtered, onShowAll, first }: EmptyListProps) {
  return (
    <EmptyState
      icon={icon}
      title={`No ${noun} found.`}
      action={
        filtered && (
          <Button variant="secondary" onClick={onShowAll}>
            Show all {noun}
          </Button>
        )
      }
    >
      {filtered ? undefined : first}
    </EmptyState>
  )
}
