import { ConflictFrame, type Difference, VersionConflict } from '@/ui/admin/conflict-frame'
import { Button } from '@/ui/button'
import type { Conflict } from './conflicts'

export type ConflictNoticeProps = {
  conflict: Conflict
  /** The stock at the form's opening, and in the form. */
  stock: { before: number; mine: string }
  differences: readonly Difference[]
  pending: boolean
  /** Saves the form over the present product. */
  onKeepMine: () => void
  /** Discards the form's stock, or the whole form, for the present product. */
  onTakeTheirs: () => void
}

/** Reports changes of the product during the edit with both values; the admin decides. */
export function ConflictNotice({
  conflict,
  stock,
  differences,
  pending,
  onKeepMine,
  onTakeTheirs,
}: ConflictNoticeProps) {
  if (conflict.kind === 'stock') {
    return (
      <ConflictFrame
        title="The stock has changed meanwhile"
        buttons={
          <>
            <Button size="sm" pending={pending} onClick={onTakeTheirs}>
              Save with {conflict.stock} in stock
            </Button>
            {stock.mine !== String(conflict.stock) && (
              <Button size="sm" variant="secondary" disabled={pending} onClick={onKeepMine}>
                Save with {stock.mine} in stock
              </Button>
            )}
          </>
        }
      >
        <p>
          It was {stock.before} when you opened this page and is {conflict.stock} now. Your form says{' '}
          {stock.mine}. Nothing has been saved yet.
        </p>
      </ConflictFrame>
    )
  }
  return (
    <VersionConflict
      title="This product was changed by somebody else meanwhile"
      conflict={{ differences, keepMine: onKeepMine, takeTheirs: onTakeTheirs }}
      none="What is in the form is the same as the product as it is now."
      pending={pending}
    >
      <p>
        Nothing has been saved yet. Saving your changes keeps the present values wherever you changed nothing.
      </p>
    </VersionConflict>
  )
}
