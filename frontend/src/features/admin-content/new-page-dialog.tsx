import { useNavigate } from 'react-router'
import { messageOf } from '@/api/problem'
import { type FormField, FormFields, useSmallForm, useSuggestion } from '@/ui/admin/small-form'
import { DialogForm, DialogOfForm } from '@/ui/dialog-form'
import { toast } from '@/ui/toast'
import { isSlug, slugOf } from './documents'
import { LIMITS } from './limits'
import { FieldHint } from './plain-controls'
import { useCreatePage } from './queries'
import { EMPTY_TEXT } from './rich-text'
import { characters } from './values'

const SLUG_FAULT = 'Use small letters, digits and single hyphens, such as our-story'

const titleError = (title: string): string | undefined =>
  characters(title) > LIMITS.pageTitle ? `Use at most ${LIMITS.pageTitle} characters` : undefined

function slugError(slug: string, taken: readonly string[]): string | undefined {
  if (!isSlug(slug)) return SLUG_FAULT
  return taken.includes(slug) ? 'There is a page at this address already' : undefined
}

/** The form of a new page: its title, and the address that follows from it unless another one is typed. */
function NewPageForm({ taken }: { taken: readonly string[] }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useCreatePage()
  const state = useSmallForm({ title: '', slug: '' })
  const { title, slug } = state.values
  useSuggestion(state, 'slug', slugOf(title))
  const fields: readonly FormField<'title' | 'slug'>[] = [
    {
      name: 'title',
      label: 'Title',
      hint: <FieldHint count={characters(title)} most={LIMITS.pageTitle} />,
      missing: 'Enter a title',
      rule: titleError,
    },
    {
      name: 'slug',
      label: 'Address',
      autoCapitalize: 'none',
      spellCheck: false,
      hint: (
        <FieldHint
          hint={`The page will be at /pages/${slug}. It cannot be changed later.`}
          count={slug.length}
          most={LIMITS.slug}
        />
      ),
      rule: (typed) => slugError(typed, taken),
    },
  ]
  const create = state.submit((typed) =>
    mutate(
      { slug: typed.slug, body: { title: typed.title, description: '', isShown: true, body: EMPTY_TEXT } },
      {
        onSuccess: () => void navigate(`/admin/look/pages/${typed.slug}`),
        onError: (error) => toast.error(messageOf(error, 'The page was not added. Please try again.')),
      },
    ),
  )
  return (
    <DialogForm pending={isPending} onSubmit={create}>
      <FormFields state={state} fields={fields} />
    </DialogForm>
  )
}

/** Adds a page of the shop's own, and opens it. */
export function NewPageDialog({
  open,
  onOpenChange,
  taken,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The addresses of the present pages. */
  taken: readonly string[]
}) {
  return (
    <DialogOfForm
      open={open}
      onOpenChange={onOpenChange}
      title="New page"
      description="Visitors see it once you have written and published it."
      label="Add the page"
      pendingLabel="Adding..."
    >
      <NewPageForm taken={taken} />
    </DialogOfForm>
  )
}
