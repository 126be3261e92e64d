import { History, Send } from 'lucide-react'
import type { ContentDraft } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Button } from '@/ui/button'

/** What visitors see now, in a sentence. */
function publishedSentence({ published, name }: ContentDraft): string {
  if (published !== null)
    return `Visitors see version ${published.version}, published ${formatDateTime(published.publishedAt)}.`
  return name.startsWith('page:')
    ? 'Visitors do not see this page yet.'
    : 'Nothing was published yet: visitors see the shop as it came.'
}

function draftSentence({ isChanged, savedAt, savedBy }: ContentDraft): string {
  if (!isChanged || savedAt === null) return ''
  return `The draft of ${formatDateTime(savedAt)}${savedBy === null ? '' : ` by ${savedBy}`} is not published.`
}

/** The state of a document, with its history and its publication, which is kept away from saving. */
export function DocumentHead({
  content,
  canPublish,
  pending,
  onHistory,
  onPublish,
}: {
  content: ContentDraft
  canPublish: boolean
  pending: boolean
  onHistory: () => void
  onPublish: () => void
}) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-white p-4 sm:px-5">
      <p id="published-state" className="min-w-0 flex-1 basis-72 text-sm wrap-anywhere">
        {publishedSentence(content)} <span className="text-warning">{draftSentence(content)}</span>
        {!canPublish && ' The draft is the same.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onHistory}>
          <History aria-hidden size={18} />
          History
        </Button>
        <Button
          size="sm"
          aria-describedby="published-state"
          disabled={!canPublish}
          pending={pending}
          onClick={onPublish}
        >
          <Send aria-hidden size={18} />
          Publish...
        </Button>
      </div>
    </div>
  )
}
