import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '@/api/problem'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { FormButtons } from '@/ui/form-buttons'
import { toast } from '@/ui/toast'
import { isSlug, slugOf } from './documents'
import { LIMITS } from './limits'
import { FieldHint } from './plain-controls'
import { useCreatePage } from './queries'
import { EMPTY_TEXT } from './rich-text'
import { characters } from './values'

const SLUG_FAULT = 'Use small letters, digits and single hyphens, such as our-story'

function titleError(title: string): string | undefined {
  if (title === '') return 'Enter a title'
  return characters(title) > LIMITS.pageTitle ? `Use at most ${LIMITS.pageTitle} characters` : undefined
}

function slugError(slug: string, taken: readonly string[]): string | undefined {
  if (!isSlug(slug)) return SLUG_FAULT
  return taken.includes(slug) ? 'There is a page at this address already' : undefined
}

/** The form of a new page: its title, and the address that follows from it unless another one is typed. */
function NewPageForm({
  id,
  taken,
  onPending,
}: {
  id: string
  taken: readonly string[]
  onPending: (on: boolean) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const { mutate } = useCreatePage()
  const slug = typedSlug ?? slugOf(title)
  const errors = { title: titleError(title.trim()), slug: slugError(slug, taken) }
  const create = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (errors.title !== undefined || errors.slug !== undefined) {
      const first = errors.title === undefined ? 'slug' : 'title'
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    onPending(true)
    const body = { title: title.trim(), description: '', isShown: true, body: EMPTY_TEXT }
    mutate(
      { slug, body },
      {
        onSuccess: () => void navigate(`/admin/look/pages/${slug}`),
        onError: (error) => toast.error(messageOf(error, 'The page was not added. Please try again.')),
        onSettled: () => onPending(false),
      },
    )
  }
  return (
    <form id={id} ref={form} noValidate onSubmit={create} className="grid gap-5">
      <TextField
        name="title"
        label="Title"
        autoComplete="off"
        value={title}
        error={isChecked ? errors.title : undefined}
        hint={<FieldHint count={characters(title)} most={LIMITS.pageTitle} />}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        name="slug"
        label="Address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        error={isChecked ? errors.slug : undefined}
        hint={
          <FieldHint
            hint={`The page will be at /pages/${slug}. It cannot be changed later.`}
            count={slug.length}
            most={LIMITS.slug}
          />
        }
        onChange={(event) => setTypedSlug(event.target.value.trim())}
      />
    </form>
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
  const id = useId()
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title="New page"
      description="Visitors see it once you have written and published it."
      footer={
        <FormButtons
          formId={id}
          label="Add the page"
          pending={pending}
          pendingLabel="Adding..."
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      {open && <NewPageForm id={id} taken={taken} onPending={setPending} />}
    </Dialog>
  )
}
