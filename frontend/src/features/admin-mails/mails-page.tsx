import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, unwrap } from '@/api/client'
import { messageOf } from '@/api/problem'
import type { MailLanguage, UndeliveredMail } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { MAIL_LANGUAGES, mailLanguageOf } from '@/lib/mail-languages'
import { AdminPage } from '@/ui/admin/admin-page'
import { MailWarning } from '@/ui/admin/mail-warning'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { SelectField } from '@/ui/select'
import { Spinner } from '@/ui/spinner'

/** The policy of the shop's pages forbids style attributes, which mails need. They are renamed here, and set by script below. */
const withoutStyles = (html: string): string => html.replaceAll(' style="', ' data-style="')

function setStyles(page: Document) {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
}

/** A mail as a mail program shows it, `width` CSS pixels wide. Its links do nothing, and it can run no script. */
function MailFrame({ html, subject, width }: { html: string; subject: string; width: number }) {
  const [height, setHeight] = useState(600)
  return (
    <iframe
      key={width}
      title={`Mail: ${subject}`}
      sandbox="allow-same-origin"
      srcDoc={withoutStyles(html)}
      style={{ width, height }}
      className="mx-auto block max-w-full rounded-input border border-line bg-white"
      onLoad={(event) => {
        const page = event.currentTarget.contentDocument
        if (page === null) return
        setStyles(page)
        setHeight(page.documentElement.scrollHeight)
      }}
    />
  )
}

/** Why a mail was not delivered. */
const REASONS: Record<string, string> = {
  refused: 'The mail server refused it',
  givenUp: 'The mail server did not take it for some days, or its link had ended',
  tooMany: 'The address was never confirmed, and got 3 mails about orders within a day',
}

function Row({ mail: { to, orderId, state, answer, queuedAt } }: { mail: UndeliveredMail }) {
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-semibold wrap-anywhere">{to ?? 'To the shop'}</span>
        <time dateTime={queuedAt} className="text-sm text-cocoa">
          {formatDateTime(queuedAt)}
        </time>
      </p>
      <p className="break-words">
        {REASONS[state] ?? state}
        {answer !== null && `: ${answer}`}
      </p>
      {orderId !== null && (
        <Link
          to={`/admin/orders?view=${orderId}`}
          state={FROM_HERE}
          className="inline-flex min-h-11 items-center justify-self-start text-lotus underline underline-offset-2"
        >
          Order {orderId}
        </Link>
      )}
    </li>
  )
}

/** The newest mails that did not arrive, and why; nothing where there are none. */
function UndeliveredMails() {
  const { data = [] } = useQuery(mailQueries.undelivered())
  if (data.length === 0) return null
  return (
    <Panel title="Not delivered" className="mb-6 max-h-96 overflow-y-auto">
      <ul className="divide-y divide-line">
        {data.map((mail) => (
          <Row key={mail.mailId} mail={mail} />
        ))}
      </ul>
    </Panel>
  )
}

const mailQueries = {
  /** The kinds of mails that the shop sends, with their subjects in a language. */
  list: (language: MailLanguage) =>
    queryOptions({
      queryKey: ['mails', 'list', language],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/mails', { params: { query: { language } }, signal })),
      placeholderData: keepPreviousData,
    }),
  /** The newest mails that their recipients did not get. */
  undelivered: () =>
    queryOptions({
      queryKey: ['mails', 'undelivered'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/outbox', { signal })),
      staleTime: 0,
    }),
  /** One mail with sample data. */
  detail: (kind: string, language: MailLanguage) =>
    queryOptions({
      queryKey: ['mails', 'detail', kind, language],
      queryFn: ({ signal }) =>
        unwrap(
          api.GET('/api/admin/mails/{kind}', { params: { path: { kind }, query: { language } }, signal }),
        ),
    }),
}

export const TITLE = 'Mails'

const FORMS = [
  { id: 'phone', label: 'Phone', width: 320 },
  { id: 'computer', label: 'Computer', width: 640 },
  { id: 'text', label: 'Text only', width: 0 },
] as const

const AUDIENCE = { customer: 'To the customer', staff: 'To new staff', shop: 'To the shop' } as const

const CHOICE =
  'min-h-11 rounded-input px-4 py-2 text-left font-medium hover:bg-shell aria-pressed:bg-blush aria-pressed:text-lotus-deep'

function Loading() {
  return (
    <div className="flex justify-center py-16 text-lotus">
      <Spinner label="Loading..." className="size-8" />
    </div>
  )
}

function Failure({ error, retry, pending }: { error: unknown; retry: () => void; pending: boolean }) {
  return (
    <EmptyState
      icon={Mail}
      title="The mails could not be loaded."
      action={
        <Button variant="secondary" size="sm" pending={pending} onClick={retry}>
          Try again
        </Button>
      }
    >
      {messageOf(error)}
    </EmptyState>
  )
}

function Preview({ kind, language }: { kind: string; language: MailLanguage }) {
  const { data, error, refetch, isRefetching } = useQuery(mailQueries.detail(kind, language))
  const [form, setForm] = useState<(typeof FORMS)[number]>(FORMS[0])
  if (error !== null && data === undefined) {
    return <Failure error={error} retry={() => void refetch()} pending={isRefetching} />
  }
  if (data === undefined) return <Loading />
  return (
    <section
      aria-label={data.subject}
      className="min-w-0 rounded-card border border-line bg-white p-4 sm:p-6"
    >
      <p className="text-sm text-cocoa">{AUDIENCE[data.to]}</p>
      <h2 className="mb-4 font-semibold break-words">{data.subject}</h2>
      <fieldset className="mb-4 flex flex-wrap gap-1">
        <legend className="sr-only">Show as</legend>
        {FORMS.map((choice) => (
          <button
            key={choice.id}
            type="button"
            aria-pressed={choice.id === form.id}
            className={CHOICE}
            onClick={() => setForm(choice)}
          >
            {choice.label}
          </button>
        ))}
      </fieldset>
      {form.id === 'text' ? (
        <pre className="rounded-input bg-shell p-4 font-sans break-words whitespace-pre-wrap">
          {data.text}
        </pre>
      ) : (
        <MailFrame html={data.html} subject={data.subject} width={form.width} />
      )}
    </section>
  )
}

/** All mails of the shop with sample data, as customers see them. */
export function AdminMailsPage() {
  const [params, setParams] = useSearchParams()
  const language = mailLanguageOf(params.get('language'))
  const { data: mails, error, refetch, isRefetching } = useQuery(mailQueries.list(language))
  const chosen = mails?.find((mail) => mail.kind === params.get('kind')) ?? mails?.[0]
  const show = (kind: string, wanted: string) =>
    setParams({ kind, ...(wanted !== 'en' && { language: wanted }) }, { replace: true })
  return (
    <AdminPage title={TITLE}>
      <MailWarning className="mb-6" />
      <UndeliveredMails />
      <p className="mb-6 max-w-prose text-cocoa">
        The mails that the shop sends, with sample data. Customers receive both forms: the designed one and
        the text.
      </p>
      {error !== null && mails === undefined && (
        <Failure error={error} retry={() => void refetch()} pending={isRefetching} />
      )}
      {mails === undefined && error === null && <Loading />}
      {mails !== undefined && chosen !== undefined && (
        <div className="grid items-start gap-6 lg:grid-cols-[18rem_1fr]">
          <div className="grid gap-4">
            <SelectField
              label="Language"
              options={MAIL_LANGUAGES}
              hint="Mails about accounts, and those to the shop and its staff, are in English."
              value={language}
              onChange={(event) => show(chosen.kind, event.target.value)}
            />
            {/* On phones it scrolls, so that the mail is in view below it. */}
            <ul className="grid gap-1 rounded-card border border-line bg-white p-2 max-lg:max-h-80 max-lg:overflow-y-auto">
              {mails.map((mail) => (
                <li key={mail.kind}>
                  <button
                    type="button"
                    aria-pressed={mail.kind === chosen.kind}
                    className={`${CHOICE} w-full`}
                    onClick={() => show(mail.kind, language)}
                  >
                    <span className="block">{mail.subject}</span>
                    <span className="block text-sm font-normal text-cocoa">{AUDIENCE[mail.to]}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <Preview key={chosen.kind} kind={chosen.kind} language={language} />
        </div>
      )}
    </AdminPage>
  )
}
