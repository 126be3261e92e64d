import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { messageOf } from '@/api/problem'
import { roleRefusal } from '@/api/staff'
import type { ContentDraft } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { pluralize } from '@/lib/integer'
import { ComparedTable } from '@/ui/admin/compared-table'
import { VersionConflict } from '@/ui/admin/conflict-frame'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { SaveForm } from '@/ui/admin/save-form'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { type Change, comparedRow } from './changes'
import { DocumentHead } from './document-head'
import type { Document } from './documents'
import { FieldsForm } from './fields-form'
import { HistoryDialog } from './history-dialog'
import { HomeEditor } from './home-editor'
import { FormProvider } from './plain-controls'
import './look.css'
import { Preview, previewMessage } from './preview'
import { contentQueries, presentOf, usePublish } from './queries'
import { ThemeEditor, useDerivedTheme } from './theme-editor'
import { type DocumentState, useDocument } from './use-document'
import { draftOf, objectOf, type Value, versionOf } from './values'

/** Another editor saved the draft meanwhile: both drafts, and which of them counts. */
function ConflictNotice({ state: { conflict, pending } }: { state: DocumentState }) {
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

/** Lists what a publication changes for visitors, and asks. */
function PublishDialog({
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
        <ComparedTable
          rows={changes.map(comparedRow)}
          caption="What changes for visitors"
          heads={['Now', 'Then']}
        />
      )}
      {confirmation}
    </Dialog>
  )
}

/** What visitors see of a document now. */
function usePublished(document: Document, content: ContentDraft) {
  const { data: published } = useQuery(contentQueries.published())
  const byDefault = objectOf((published as unknown as Record<string, Value> | undefined)?.[document.kind])
  return { published, visible: versionOf(content.published) ?? byDefault }
}

/** The message to the frame of the preview. */
function usePreview(
  document: Document,
  content: ContentDraft,
  { values }: DocumentState,
  published: ReturnType<typeof usePublished>['published'],
) {
  const { data: derived } = useDerivedTheme(values, document.kind === 'theme')
  return useMemo(() => {
    if (published === undefined) return undefined
    const tokens = derived && Object.fromEntries(derived.tokens.map(({ name, colour }) => [name, colour]))
    return previewMessage(document, { published, answer: content, draft: values, tokens })
  }, [document, content, values, published, derived])
}

function Form({ document, state }: { document: Document; state: DocumentState }) {
  const { values, edit } = state
  if (document.kind === 'home') return <HomeEditor home={values} onChange={edit} />
  return (
    <div className="min-w-0 rounded-card border border-line bg-white p-4 sm:p-5">
      {document.kind === 'theme' ? (
        <ThemeEditor theme={values} onChange={edit} />
      ) : (
        <FieldsForm fields={document.fields} value={values} onChange={edit} path="" />
      )}
    </div>
  )
}

const VIEWS = ['Edit', 'Preview'] as const
type View = (typeof VIEWS)[number]

/** Fields and preview take turns in windows below 1024 px. */
function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div className="look-views mb-4 flex gap-1">
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onView(name)}
          className="min-h-11 flex-1 rounded-full px-5 font-medium hover:bg-sand aria-pressed:bg-blush aria-pressed:text-lotus-deep"
        >
          {name}
        </button>
      ))}
    </div>
  )
}

function Columns({ view, form, preview }: { view: View; form: ReactNode; preview: ReactNode }) {
  return (
    <div className="look-columns">
      <div className={cx('min-w-0', view === 'Preview' && 'look-away')}>{form}</div>
      <div className={cx('look-preview min-w-0', view === 'Edit' && 'look-away')}>{preview}</div>
    </div>
  )
}

/** The publication of a draft: it is saved first, its changes are shown, and asked about. */
function usePublication(document: Document, content: ContentDraft, state: DocumentState) {
  const [open, setOpen] = useState(false)
  const { mutate, isPending, dialog } = useConfirmed(usePublish(document.name))
  const publish = () =>
    mutate(content.revision, {
      onSuccess: ({ message }) => {
        toast.success(message)
        setOpen(false)
      },
      onError: (error) => {
        setOpen(false)
        if (presentOf(error) !== null) state.showConflict(error)
        else if (roleRefusal(error) === undefined)
          toast.error(messageOf(error, 'The draft was not published. Please try again.'))
      },
    })
  return { open, setOpen, ask: () => state.saveThen(() => setOpen(true)), publish, isPending, dialog }
}

/** Fields at the left, the shop with them at the right; saving, publishing and history. */
export function DocumentEditor({ document, content }: { document: Document; content: ContentDraft }) {
  const state = useDocument(document, content)
  const { published, visible } = usePublished(document, content)
  const message = usePreview(document, content, state, published)
  const publication = usePublication(document, content, state)
  const [view, setView] = useState<View>('Edit')
  const [showsHistory, setShowsHistory] = useState(false)
  const { dialog } = useUnsavedChanges(state.dirty, document.what, state.forget)
  const isFirst = content.published === null
  return (
    <>
      <DocumentHead
        content={content}
        canPublish={state.conflict === null && (state.dirty || content.isChanged || isFirst)}
        pending={state.pending || publication.isPending}
        onHistory={() => setShowsHistory(true)}
        onPublish={publication.ask}
      />
      <ViewSwitch view={view} onView={setView} />
      <Columns
        view={view}
        form={
          <SaveForm state={state} name={document.title} label="Save draft">
            <ConflictNotice state={state} />
            <FormProvider value={state}>
              <Form key={state.generation} document={document} state={state} />
            </FormProvider>
          </SaveForm>
        }
        preview={<Preview path={document.path} message={message} />}
      />
      <PublishDialog
        open={publication.open}
        onOpenChange={publication.setOpen}
        title={document.title}
        isFirst={isFirst}
        changes={document.changes(visible, draftOf(content))}
        pending={publication.isPending}
        onPublish={publication.publish}
        confirmation={publication.dialog}
      />
      <HistoryDialog
        open={showsHistory}
        onOpenChange={setShowsHistory}
        document={document}
        draft={state.values}
        content={content}
        dirty={state.dirty}
        onRestored={state.restart}
        onConflict={state.showConflict}
      />
      {dialog}
    </>
  )
}
