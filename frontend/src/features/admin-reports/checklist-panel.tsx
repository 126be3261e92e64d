import { queryOptions, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, unwrap } from '@/api/client'
import { contentQuery } from '@/api/content'
import type { Checklist } from '@/api/types'
import { waitingQuery } from '@/api/waiting'
import { MailWarning } from '@/ui/admin/mail-warning'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { DashboardPanel } from './panel'

const KEY = 'first-steps-hidden'

function isChecklistHidden(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function hideChecklist(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch (error) {
    console.warn('The choice cannot be kept on this device:', error)
  }
}

const checklistQuery = () =>
  queryOptions({
    queryKey: ['checklist'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/checklist', { signal })),
    // The owner returns here after each step.
    staleTime: 0,
  })

type Step = { key: keyof Checklist | 'pages'; label: string; about: string; to: string }

const STEPS: readonly Step[] = [
  { key: 'logo', label: 'Add your logo', about: 'Name, logo and contact details.', to: '/admin/look' },
  {
    key: 'product',
    label: 'Add your first product',
    about: 'With a price, some stock and a picture.',
    to: '/admin/products/addProducts',
  },
  {
    key: 'delivery',
    label: 'Set up delivery',
    about: 'Where you deliver, and at which price.',
    to: '/admin/settings/delivery',
  },
  {
    key: 'payment',
    label: 'Set up payment',
    about: 'Cash on delivery, bank transfer or cards.',
    to: '/admin/settings/payments',
  },
  {
    key: 'pages',
    label: 'Publish your terms',
    about: 'Delivery and returns, privacy, and terms of sale. Shoppers look for them before they pay.',
    to: '/admin/look/pages',
  },
  {
    key: 'mail',
    label: 'Test mail',
    about: 'Open the link in the mail that we sent you.',
    to: '/user',
  },
]

/** The step of the mail waits for a mail server. */
const aboutOf = ({ key, about }: Step, mails: boolean): string =>
  key === 'mail' && !mails ? 'Once mail is connected: ask for the link on your profile, and open it.' : about

function StepRow({ step: { label, about, to }, done }: { step: Step; done: boolean }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3.5 rounded-input px-2 py-2 transition-colors hover:bg-shell"
      >
        <Icon
          aria-hidden
          size={22}
          strokeWidth={1.75}
          className={cx('flex-none', done ? 'text-success' : 'text-control')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block font-medium', done && 'text-cocoa line-through')}>
            {label}
            {done && <span className="sr-only"> (done)</span>}
          </span>
          {!done && <span className="block text-sm text-cocoa">{about}</span>}
        </span>
      </Link>
    </li>
  )
}

/** The pages of text that a customer may expect of a shop. */
const EXPECTED_PAGES = ['delivery-returns', 'privacy', 'terms']

/** Whether the shop has published them; they may have been published in this visit. */
function useHasTerms(): boolean {
  const { data } = useQuery({ ...contentQuery(), staleTime: 0 })
  return EXPECTED_PAGES.every((slug) => data?.pages.some((page) => page.slug === slug))
}

/** The owner's first steps, each ticked by facts of the shop. Gone when all are done or the owner hides them. */
export function ChecklistPanel() {
  const [hidden, setHidden] = useState(isChecklistHidden)
  const { data } = useQuery({ ...checklistQuery(), enabled: !hidden })
  const { data: waiting } = useQuery(waitingQuery())
  const pages = useHasTerms()
  if (hidden || data === undefined) return null
  const facts = { ...data, pages }
  const done = STEPS.filter(({ key }) => facts[key]).length
  if (done === STEPS.length) return null
  const hide = () => {
    hideChecklist()
    setHidden(true)
  }
  return (
    <DashboardPanel
      title="First steps"
      level="h2"
      action={
        <Button variant="quiet" size="sm" className="-me-4" onClick={hide}>
          Hide
        </Button>
      }
    >
      <MailWarning className="mb-4" />
      <p className="mb-2 text-cocoa tabular-nums">
        {done} of {STEPS.length} done. Each gets its tick by itself.
      </p>
      <ul className="-mx-2 grid gap-x-6 lg:grid-cols-2">
        {STEPS.map((step) => (
          <StepRow
            key={step.key}
            step={{ ...step, about: aboutOf(step, waiting?.mailConnected !== false) }}
            done={facts[step.key]}
          />
        ))}
      </ul>
    </DashboardPanel>
  )
}
