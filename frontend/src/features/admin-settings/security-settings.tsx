import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SecuritySettings as Data, SecuritySettingsUpdate } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { ErrorLine } from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Choice, Choices } from '@/ui/choice'
import { Panel } from '@/ui/panel'
import { settingsQueries, useSaveSecurity } from './queries'
import { LoadedSettings, SectionForm, type SectionSpec, useSection } from './section'

type Values = Pick<Data, 'requireSecondFactor'>

const CHOICES = [
  { value: 'none', label: 'Nobody', about: 'Each member of staff may still set one up.' },
  { value: 'owners', label: 'Owners', about: 'Those who may change staff, security and settings.' },
  { value: 'staff', label: 'All staff', about: 'Everyone who may open the back-office.' },
] as const satisfies { value: Values['requireSecondFactor']; label: string; about: string }[]

const SPEC: SectionSpec<Values, Data, SecuritySettingsUpdate> = {
  id: 'security',
  valuesOf: ({ requireSecondFactor }) => ({ requireSecondFactor }),
  updateOf: (values, version) => ({ ...values, version }),
  check: () => ({}),
  fields: [
    {
      name: 'requireSecondFactor',
      label: 'Who needs a second factor',
      read: ({ requireSecondFactor }) =>
        CHOICES.find(({ value }) => value === requireSecondFactor)?.label ?? requireSecondFactor,
    },
  ],
}

function SecurityForm({ data }: { data: Data }) {
  const saving = useConfirmed(useSaveSecurity())
  const { section, ...state } = useSection(SPEC, data, saving)
  const { dialog } = useUnsavedChanges(state.dirty, 'the security settings', state.forget)
  const { values, errors, edit } = section
  return (
    <>
      <SectionForm state={state}>
        <Panel
          title="Who needs a second factor"
          intro="A code from an app on the phone, beside the password. Who lacks it can only set it up when they open the back-office."
          action={
            <Link to="/user#second-factor" className="inline-flex min-h-11 items-center text-lotus underline">
              Your own
            </Link>
          }
        >
          <ErrorLine error={errors.requireSecondFactor} />
          <div className="max-w-xl">
            <Choices legend="Who needs a second factor">
              {CHOICES.map(({ value, label, about }) => (
                <Choice
                  key={value}
                  name="requireSecondFactor"
                  value={value}
                  label={label}
                  checked={values.requireSecondFactor === value}
                  onChoose={() => edit({ requireSecondFactor: value }, 'requireSecondFactor')}
                >
                  {about}
                </Choice>
              ))}
            </Choices>
          </div>
        </Panel>
        {dialog}
      </SectionForm>
      {saving.dialog}
    </>
  )
}

/** Who has to use a second factor. */
export function SecuritySettings() {
  return (
    <LoadedSettings query={useQuery(settingsQueries.security())}>
      {(data) => <SecurityForm data={data} />}
    </LoadedSettings>
  )
}
