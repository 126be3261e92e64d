import { VersionConflict } from '@/ui/admin/conflict-frame'
import type { DocumentState } from './use-document'

/** Another editor saved the draft meanwhile: both drafts, and which of them counts. */
export function ConflictNotice({ state: { conflict, pending } }: { state: DocumentState }) {
  if (conflict === null) return null
  return (
    <VersionConflict
      key={conflict.version}
      title="This draft has changed since you opened it"
      keepLabel="Keep mine"
      takeLabel="Take theirs"
      conflict={conflict}
      none="What you typed is the same as the draft as it is now."
      pending={pending}
    >
      <p className="wrap-anywhere">
        {conflict.present.savedBy ?? 'Somebody else'} saved it meanwhile. Nothing of yours has been saved yet,
        and nothing that you typed is lost. Keeping yours saves your changes, and their values wherever you
        changed nothing.
      </p>
    </VersionConflict>
  )
}
