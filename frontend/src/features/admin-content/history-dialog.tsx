import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { ContentDraft, ContentVersion } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { ComparedTable } from '@/ui/admin/compared-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/empty-state'
import { Loaded } from '@/ui/loaded'
import { toast } from '@/ui/toast'
import { comparedRow } from './changes'
import type { Document } from './documents'
import { contentQueries, presentOf, useRestore } from './queries'
import { type Values, versionOf } from './values'

type Props = {
  document: Document
  /** The draft as it is typed. */
  draft: Values
  content: ContentDraft
  dirty: boolean
  onRestored: (content: ContentDraft) => void
  /** Another editor saved the draft meanwhile. */
  onConflict: (error: unknown) => void
}

const authorOf = ({ publishedBy }: ContentVersion): string => publishedBy ?? 'the operator of the server'

function Version({
  version,
  isNewest,
  document,
  draft,
  onRestore,
}: {
  version: ContentVersion
  isNewest: boolean
  document: Document
  draft: Values
  onRestore: () => void
}) {
  const [isCompared, setIsCompared] = useState(false)
  const name = `Version ${version.version}`
  const changes = document.changes(versionOf(version) ?? {}, draft)
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            {name}
            {isNewest && <span className="font-normal text-lagoon"> · visitors see it now</span>}
          </p>
          <p className="text-sm text-cocoa wrap-anywhere">
            {formatDateTime(version.publishedAt)} by {authorOf(version)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isCompared}
            aria-label={`Compare ${name.toLowerCase()} with the draft`}
            onClick={() => setIsCompared(!isCompared)}
          >
            {isCompared ? 'Hide' : 'Compare'}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Restore ${name.toLowerCase()} into the draft`}
            onClick={onRestore}
          >
            Restore
          </Button>
        </div>
      </div>
      {isCompared &&
        (changes.length === 0 ? (
          <p className="text-sm text-cocoa">The draft is the same as this version.</p>
        ) : (
          <ComparedTable
            rows={changes.map(comparedRow)}
            caption={`${name} and the draft`}
            heads={[name, 'Draft']}
          />
        ))}
    </li>
  )
}

function Versions({
  document,
  draft,
  onRestore,
}: Pick<Props, 'document' | 'draft'> & { onRestore: (version: ContentVersion) => void }) {
  const query = useQuery(contentQueries.versions(document.name))
  return (
    <Loaded query={query} failure="Failed to load the versions.">
      {(versions) =>
        versions.length === 0 ? (
          <EmptyState icon={History} title="Nothing was published yet.">
            Each publication is kept here, so that you can compare it and bring it back.
          </EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {versions.map((version, index) => (
              <Version
                key={version.version}
                version={version}
                isNewest={index === 0}
                document={document}
                draft={draft}
                onRestore={() => onRestore(version)}
              />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

/** The published versions: who published them and when, how they differ from the draft, and the way back to one. */
export function HistoryDialog({
  open,
  onOpenChange,
  document,
  draft,
  content,
  dirty,
  onRestored,
  onConflict,
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { mutate, isPending } = useRestore(document.name)
  const asking = useConfirm<ContentVersion>()
  const close = () => {
    asking.close()
    onOpenChange(false)
  }
  const restore = ({ version }: ContentVersion) =>
    mutate(
      { version, revision: content.revision },
      {
        onSuccess: (answer) => {
          toast.success(answer.message)
          onRestored(answer.content)
          close()
        },
        onError: (error) => {
          if (presentOf(error) === null) return toast.error(messageOf(error, 'The version was not restored.'))
          onConflict(error)
          close()
        },
      },
    )
  const { subject } = asking
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      title={`History: ${document.title}`}
      description="Every version that visitors have seen, the newest first."
    >
      {open && <Versions document={document} draft={draft} onRestore={asking.ask} />}
      <ConfirmDialog
        {...asking.dialog}
        title="Restore this version?"
        description={`Version ${subject?.version ?? ''} replaces the draft${
          dirty ? ', and what you typed since the last save is lost' : ''
        }. Visitors see no change until you publish it.`}
        confirmLabel="Restore"
        tone={dirty ? 'danger' : 'primary'}
        pending={isPending}
        pendingLabel="Restoring..."
        onConfirm={() => subject !== null && restore(subject)}
      />
    </Dialog>
  )
}
