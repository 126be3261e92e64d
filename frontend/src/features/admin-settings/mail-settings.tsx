import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { MailSettings as Data, MailLanguage, MailSettingsUpdate } from '@/api/types'
import { MAIL_LANGUAGES } from '@/lib/mail-languages'
import { CheckControl, ErrorLine } from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Panel } from '@/ui/panel'
import { settingsQueries, useSaveMails } from './queries'
import { LoadedSettings, type Section, SectionForm, type SectionSpec, useSection } from './section'

type Switches = Data['mails']
type Values = Switches & { languages: MailLanguage[] }

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
  { name: 'returnRequested', label: 'Return requested', hint: 'The customer asked for a return.' },
  { name: 'returnApproved', label: 'Return approved', hint: 'Where the items are sent.' },
  { name: 'returnRejected', label: 'Return not accepted', hint: 'With your reason.' },
  { name: 'returnReceived', label: 'Return received', hint: 'What came back, and what is credited.' },
  { name: 'note', label: 'Note to the customer', hint: 'You wrote a note that the customer reads.' },
]

const updateOf = ({ languages, ...mails }: Values, version: number): MailSettingsUpdate => ({
  version,
  mails,
  languages,
})

const languageNames = (languages: readonly MailLanguage[]): string =>
  MAIL_LANGUAGES.filter(({ value }) => languages.includes(value))
    .map(({ label }) => label)
    .join(', ')

const SPEC: SectionSpec<Values, Data, MailSettingsUpdate> = {
  id: 'mails',
  valuesOf: ({ mails, languages }) => ({ ...mails, languages }),
  updateOf,
  check: () => ({}),
  fields: [
    ...MAILS.map(({ name, label }) => ({
      name,
      label,
      read: (values: Values) => (values[name] ? 'sent' : 'not sent'),
    })),
    { name: 'languages', label: 'Languages', read: ({ languages }) => languageNames(languages) },
  ],
}

/** The languages that customers can choose. English is always one of them. */
function Languages({ values, errors, edit }: Section<Values>) {
  const offered = (language: MailLanguage) => values.languages.includes(language)
  const offer = (language: MailLanguage, on: boolean) => {
    const next = MAIL_LANGUAGES.filter(({ value }) => (value === language ? on : offered(value)))
    edit({ languages: next.map(({ value }) => value) }, 'languages')
  }
  return (
    <Panel
      title="Languages"
      intro="Customers choose a language for mails about their orders on their profile. Have a native speaker read the texts in Sinhala and Tamil before you switch them on."
      action={
        <Link
          to="/admin/mails?kind=placed&language=si"
          className="inline-flex min-h-11 items-center text-lotus underline"
        >
          Read the texts
        </Link>
      }
    >
      <ErrorLine error={errors.languages} />
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-3">
        {MAIL_LANGUAGES.map(({ value, label }) => (
          <CheckControl
            key={value}
            label={label}
            checked={value === 'en' || offered(value)}
            disabled={value === 'en'}
            onChange={(on) => offer(value, on)}
          />
        ))}
      </div>
    </Panel>
  )
}

function MailForm({ data }: { data: Data }) {
  const { section, ...state } = useSection(SPEC, data, useSaveMails())
  const { dialog } = useUnsavedChanges(state.dirty, 'the mail settings', state.forget)
  const { values, errors, edit } = section
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
        <ErrorLine error={errors.mails} />
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
      <Languages {...section} />
      {dialog}
    </SectionForm>
  )
}

/** The mails that customers get, and their languages. */
export function MailSettings() {
  return (
    <LoadedSettings query={useQuery(settingsQueries.mails())}>
      {(data) => <MailForm data={data} />}
    </LoadedSettings>
  )
}
