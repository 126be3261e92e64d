import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { MailSettings as Data, MailSettingsUpdate } from '@/api/types'
import { useUnsavedChanges } from '@/ui/admin/use-unsaved-changes'
import { CheckControl, GroupFault, Panel } from './controls'
import { settingsQueries, useSaveMails } from './queries'
import { SectionForm } from './section-form'
import { Loaded } from './section-loader'
import { type SectionSpec, useSection } from './use-section'

type Switches = Data['mails']

/** The mails of an order in the order of its life. */
const MAILS: readonly { name: keyof Switches; label: string; hint: string }[] = [
  { name: 'placed', label: 'Order placed', hint: 'What was ordered, and how it is paid.' },
  { name: 'reminder', label: 'Payment reminder', hint: 'Half of the time for a bank transfer is over.' },
  { name: 'paid', label: 'Payment received', hint: 'Money came in.' },
  { name: 'slipRejected', label: 'Bank slip rejected', hint: 'You found no money for the slip.' },
  { name: 'expired', label: 'Order expired', hint: 'It was not paid in time, and was cancelled.' },
  { name: 'readyForPickup', label: 'Ready for pick-up', hint: 'The order waits at the shop.' },
  { name: 'shipped', label: 'Order shipped', hint: 'The parcel is on its way, with its tracking link.' },
  { name: 'delivered', label: 'Order delivered', hint: 'The parcel has arrived.' },
  { name: 'cancelled', label: 'Order cancelled', hint: 'What comes back.' },
  { name: 'refunded', label: 'Money returned', hint: 'A refund was made.' },
  { name: 'note', label: 'Note to the customer', hint: 'You wrote a note that the customer reads.' },
]

const updateOf = (mails: Switches, version: number): MailSettingsUpdate => ({ version, mails })

const SPEC: SectionSpec<Switches, Data, MailSettingsUpdate> = {
  id: 'mails',
  valuesOf: ({ mails }) => ({ ...mails }),
  updateOf,
  check: () => ({}),
  fields: MAILS.map(({ name, label }) => ({
    name,
    label,
    read: (values) => (values[name] ? 'sent' : 'not sent'),
  })),
}

function MailForm({ data }: { data: Data }) {
  const { section, ...state } = useSection(SPEC, data, useSaveMails())
  const { dialog } = useUnsavedChanges(state.dirty, 'the mail settings', state.forget)
  const { values, faults, edit } = section
  return (
    <SectionForm state={state}>
      <Panel
        title="Mails to customers"
        intro="The links that confirm an address or set a password are always sent. A mail that waits when it is switched off is not sent later."
        action={
          <Link to="/admin/mails" className="inline-flex min-h-11 items-center text-lotus underline">
            See each mail
          </Link>
        }
      >
        <GroupFault faults={faults} path="mails" />
        <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
          {MAILS.map(({ name, label, hint }) => (
            <CheckControl
              key={name}
              label={label}
              hint={hint}
              checked={values[name]}
              onChange={(on) => edit({ [name]: on }, `mails.${name}`)}
            />
          ))}
        </div>
      </Panel>
      {dialog}
    </SectionForm>
  )
}

/** The mails that customers get. */
export function MailSettings() {
  return <Loaded query={useQuery(settingsQueries.mails())}>{(data) => <MailForm data={data} />}</Loaded>
}
