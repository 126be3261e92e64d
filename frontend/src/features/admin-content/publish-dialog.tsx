import type { ReactNode } from 'react'
import { pluralize } from '@/lib/integer'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ChangeTable } from './change-table'
import type { Change } from './changes'

/** Lists what a publication changes for visitors, and asks. */
export function PublishDialog({
  open,
  onOpenChange,
  title,
  isFirst,
  changes,
  pending,
  onPublish,
  confirmation,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The name of the document. */
  title: string
  /** Visitors see no version yet. */
  isFirst: boolean
  changes: readonly Change[]
  pending: boolean
  onPublish: () => void
  /** The question for the password, where the server asks for one. */
  confirmation: ReactNode
}) {
  const count = pluralize(changes.length, 'change', 'changes')
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title={`Publish: ${title}`}
      description={
        changes.length === 0
          ? 'The draft is what visitors see by default. Publishing keeps it as the first version.'
          : `${isFirst ? 'This is the first version. ' : ''}Visitors see ${count} at once:`
      }
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={() => onOpenChange(false)}>
            Not now
          </Button>
          <Button pending={pending} pendingLabel="Publishing..." onClick={onPublish}>
            Publish now
          </Button>
        </>
      }
    >
      {changes.length > 0 && (
        <ChangeTable changes={changes} caption="What changes for visitors" heads={['Now', 'Then']} />
      )}
      {confirmation}
    </Dialog>
  )
}
