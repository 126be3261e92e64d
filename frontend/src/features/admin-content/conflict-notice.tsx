import { ConflictFrame, Differences } from '@/ui/admin/conflict-frame'
import { Button } from '@/ui/button'
import type { DocumentState } from './use-document'

/** Another editor saved the draft meanwhile: both drafts, and which of them counts. */
export function ConflictNotice({ state: { conflict, pending } }: { state: DocumentState }) {
  if (conflict === null) return null
  const { present, differences, keepMine, takeTheirs } = conflict
  const author = present.savedBy === null ? 'Somebody else' : present.savedBy
  return (
    <ConflictFrame
      key={present.revision}
      title="This draft has changed since you opened it"
      buttons={
        <>
          <Button size="sm" pending={pending} onClick={keepMine}>
            Keep mine
          </Button>
          <Button size="sm" variant="secondary" disabled={pending} onClick={takeTheirs}>
            Take theirs
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {author} saved it meanwhile. Nothing of yours has been saved yet, and nothing that you typed is lost.
        Keeping yours saves your changes, and their values wherever you changed nothing.
      </p>
      <Differences rows={differences} none="What you typed is the same as the draft as it is now." />
    </ConflictFrame>
  )
}
