import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, TicketPercent } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { messageOf } from '@/api/problem'
import { shopFacts } from '@/api/shop-facts'
import type { Promotion } from '@/api/types'
import { AdminPage } from '@/ui/admin/admin-page'
import { fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import { VersionConflict } from '@/ui/admin/conflict-frame'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { SaveForm } from '@/ui/admin/save-form'
import { useBackLink } from '@/ui/admin/use-back-link'
import { useVersionedForm } from '@/ui/admin/use-versioned-form'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { EmptyState } from '@/ui/empty-state'
import { Loaded } from '@/ui/loaded'
import { toast } from '@/ui/toast'
import { PreviewPanel } from './preview-panel'
import { PromotionFields } from './promotion-fields'
import { COMPARED, checkPromotion, errorsOf, inputOf, tidied } from './promotion-form'
import { NEW_PROMOTION, type PromotionValues, valuesOf } from './promotion-values'
import { presentOf, promotionQueries, useSavePromotion } from './queries'
import { STATES } from './states'
import { usePreview } from './use-preview'
import { UsesPanel } from './uses-panel'

const FAILED = 'The promotion was not saved. Please try again.'

function usePromotionForm(promotion: Promotion | null, onAdded: (added: Promotion) => void) {
  const { mutate, isPending } = useSavePromotion()
  const promotionId = promotion?.promotionId ?? null
  return useVersionedForm<PromotionValues, Promotion | null>({
    draft: `promotion ${promotionId ?? ''}`,
    sample: NEW_PROMOTION,
    data: promotion,
    baseOf: (data) =>
      data === null
        ? { values: NEW_PROMOTION, version: 0 }
        : { values: valuesOf(data), version: data.version },
    check: checkPromotion,
    tidied,
    merge: mergedFields,
    differences: (opened, mine, theirs) => fieldDifferences(COMPARED, opened, mine, theirs),
    errorsOf,
    presentOf,
    refusalText: (error, isConflict) => (isConflict ? FAILED : messageOf(error, FAILED)),
    pending: isPending,
    send: ({ values, version }, { saved, refused }) =>
      mutate(
        { promotionId, body: { ...inputOf(values), ...(promotionId !== null && { version }) } },
        {
          onSuccess: ({ message, promotion: now }) => {
            if (promotionId !== null) return saved(message, now)
            toast.success(message)
            onAdded(now)
          },
          onError: refused,
        },
      ),
  })
}

/** The address that enters the code. */
const linkOf = (code: string): string => `${shopFacts.site?.origin ?? location.origin}/?coupon=${code}`

/** Where the promotion stands, and its link. */
function Head({ promotion: { state, code } }: { promotion: Promotion }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      {code !== null && (
        <>
          <code className="min-w-0 rounded-tag bg-white px-2 py-1 text-sm wrap-anywhere">{linkOf(code)}</code>
          <CopyButton text={linkOf(code)} what="Link" label="Copy link" />
        </>
      )}
    </div>
  )
}

function PromotionForm({ promotion }: { promotion: Promotion | null }) {
  const navigate = useNavigate()
  const state = usePromotionForm(promotion, ({ promotionId }) => {
    unsaved.release()
    state.forget()
    void navigate(`/admin/promotions/${promotionId}`, { replace: true })
  })
  const unsaved = useUnsavedChanges(state.dirty, promotion?.name ?? 'the new promotion', state.forget)
  const { values, conflict, pending } = state
  const preview = usePreview(promotion?.promotionId ?? null, values)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <SaveForm state={state} label={promotion === null ? 'Add the promotion' : 'Save'} name="Promotion">
        {conflict && (
          <VersionConflict
            key={conflict.version}
            title="This promotion was changed by somebody else meanwhile"
            conflict={conflict}
            none="What is in the form is the same as the promotion as it is now."
            pending={pending}
          >
            <p>
              Nothing has been saved yet. Saving your changes keeps the present values wherever you changed
              nothing.
            </p>
          </VersionConflict>
        )}
        <fieldset disabled={pending} className="grid min-w-0 gap-5">
          <PromotionFields
            values={values}
            errors={{ ...preview.errors, ...state.errors }}
            edit={(change, path) => {
              state.edit({ ...values, ...change })
              if (path !== undefined) state.clearErrors(path)
            }}
          />
        </fieldset>
      </SaveForm>
      {unsaved.dialog}
      <div className="min-w-0 xl:sticky xl:top-18">
        <PreviewPanel preview={preview} />
      </div>
    </div>
  )
}

function BackLink() {
  const { link } = useBackLink('/admin/promotions')
  return (
    <ButtonLink {...link} variant="quiet" size="sm">
      <ArrowLeft aria-hidden size={18} />
      All promotions
    </ButtonLink>
  )
}

export const NEW_TITLE = 'New promotion'

/** The form of a promotion that is not saved yet. */
export function NewPromotionPage() {
  return (
    <AdminPage title={NEW_TITLE} action={<BackLink />}>
      <PromotionForm promotion={null} />
    </AdminPage>
  )
}

function NoSuchPromotion() {
  return (
    <div className="rounded-card border border-line bg-white">
      <EmptyState
        icon={TicketPercent}
        title="There is no such promotion"
        action={
          <ButtonLink to="/admin/promotions" variant="secondary">
            All promotions
          </ButtonLink>
        }
      />
    </div>
  )
}

/** The promotion as the list has it after a save, else as the form began with it. */
function usePresent(promotion: Promotion): Promotion {
  const { data } = useQuery(promotionQueries.list())
  return data?.find(({ promotionId }) => promotionId === promotion.promotionId) ?? promotion
}

function Stored({ promotion }: { promotion: Promotion }) {
  const present = usePresent(promotion)
  return (
    <div className="grid gap-8">
      <Head promotion={present} />
      <PromotionForm promotion={promotion} />
      <UsesPanel promotion={present} />
    </div>
  )
}

export const TITLE = 'Promotion'

/** The promotion whose id ends the address: its form, its preview and the orders that used it. */
export function PromotionPage() {
  const id = (useParams()['*'] ?? '').replace(/\/$/, '').split('/').at(-1) ?? ''
  const query = useQuery(promotionQueries.form(id))
  return (
    <AdminPage title={query.data?.name ?? TITLE} action={<BackLink />}>
      <Loaded key={id} query={query} failure="Failed To Fetch Promotions" skeleton="h-96 rounded-card">
        {(promotion) => (promotion === null ? <NoSuchPromotion /> : <Stored promotion={promotion} />)}
      </Loaded>
    </AdminPage>
  )
}
