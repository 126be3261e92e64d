import { useQuery } from '@tanstack/react-query'
import type { TaxSettings as Data, TaxSettingsUpdate } from '@/api/types'
import { bindTexts } from '@/ui/admin/bind-texts'
import {
  AddButton,
  CheckControl,
  ErrorLine,
  IntegerControl,
  LineControl,
  RemoveButton,
  SelectControl,
} from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Panel } from '@/ui/panel'
import { SectionFields } from './controls'
import { settingsQueries, useSaveTax } from './queries'
import { LoadedSettings, type Section, SectionForm, type SectionSpec, useSection } from './section'
import {
  COMPARED,
  checkTax,
  DATE_FORMS,
  firstNumber,
  NUMBERS,
  type RateValues,
  ROUNDINGS,
  SELLER,
  type TaxValues,
  updateOf,
  valuesOf,
} from './tax-form'

const SPEC: SectionSpec<TaxValues, Data, TaxSettingsUpdate> = {
  id: 'tax',
  valuesOf,
  updateOf,
  check: checkTax,
  fields: COMPARED,
}

type PartProps = { section: Section<TaxValues> }

const editOf =
  ({ edit }: Section<TaxValues>) =>
  (part: Record<string, string | boolean>, path: string) =>
    edit(part as Partial<TaxValues>, path)

function Registration({ section }: PartProps) {
  const { values, errors, edit } = section
  return (
    <Panel
      title="VAT"
      intro="Leave it off unless the shop is registered for VAT: without a registration no price, invoice or mail may speak of VAT."
    >
      <div className="grid gap-4">
        <CheckControl
          label="The shop is registered for VAT"
          hint="Your prices include VAT then. Quotes, invoices and mails say how much."
          checked={values.registered}
          onChange={(registered) => edit({ registered }, 'vat')}
        />
        {values.registered && (
          <SectionFields
            fields={SELLER}
            values={values}
            errors={errors}
            edit={editOf(section)}
            parent="vat."
          />
        )}
      </div>
    </Panel>
  )
}

function Rates({ section: { values, errors, edit } }: PartProps) {
  const { rates } = values
  const change = (next: RateValues[], path: string) => edit({ rates: next }, path)
  return (
    <Panel
      title="Rates"
      intro="Each rate holds from its day to the next one. Enter a new rate when it is announced: it takes effect by itself."
    >
      <div className="grid justify-items-start gap-3">
        <ErrorLine error={errors['vat.rates']} />
        <ol className="grid w-full gap-3">
          {rates.map((rate, index) => {
            const field = bindTexts(
              rate,
              errors,
              (part, path) =>
                change(
                  rates.map((one, place) => (place === index ? { ...one, ...part } : one)),
                  path,
                ),
              `vat.rates[${index}].`,
            )
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rate is its place
              <li key={index} className="grid grid-cols-[5rem_1fr_2.75rem] items-start gap-3 sm:max-w-xl">
                <IntegerControl label="Percent" {...field('percent')} />
                <LineControl label="From" type="date" max="9999-12-31" {...field('from')} />
                {rates.length > 1 && (
                  <RemoveButton
                    label={`Remove rate ${index + 1}`}
                    className="mt-8"
                    onClick={() =>
                      change(
                        rates.filter((_, place) => place !== index),
                        'vat.rates',
                      )
                    }
                  />
                )}
              </li>
            )
          })}
        </ol>
        <AddButton onClick={() => change([...rates, { percent: '', from: '' }], 'vat.rates')}>
          Add a rate
        </AddButton>
      </div>
    </Panel>
  )
}

function TaxInvoices({ section }: PartProps) {
  const { values, errors, edit } = section
  return (
    <Panel
      title="Tax invoices"
      intro="A business that is registered for VAT can ask for a tax invoice within 14 days of its invoice. They have numbers of their own."
    >
      <div className="grid gap-4">
        <p className="rounded-input bg-warning-wash px-4 py-3">
          Confirm these forms with your accountant before you issue the first tax invoice: the rules of the
          Inland Revenue Department change.
        </p>
        <SectionFields
          fields={NUMBERS}
          values={values}
          errors={errors}
          edit={editOf(section)}
          parent="taxInvoice."
        />
        <p className="text-sm text-cocoa">
          The first number looks like <span className="font-semibold">{firstNumber(values)}</span>.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectControl
            label="Date"
            options={DATE_FORMS}
            error={errors['taxInvoice.dateForm']}
            value={values.dateForm}
            onChange={(dateForm) =>
              edit({ dateForm: dateForm as TaxValues['dateForm'] }, 'taxInvoice.dateForm')
            }
          />
          <SelectControl
            label="VAT is rounded"
            options={ROUNDINGS}
            error={errors['taxInvoice.rounding']}
            value={values.rounding}
            onChange={(rounding) =>
              edit({ rounding: rounding as TaxValues['rounding'] }, 'taxInvoice.rounding')
            }
          />
        </div>
      </div>
    </Panel>
  )
}

function TaxForm({ data }: { data: Data }) {
  const { section, ...state } = useSection(SPEC, data, useSaveTax())
  const { dialog } = useUnsavedChanges(state.dirty, 'the tax settings', state.forget)
  return (
    <SectionForm state={state}>
      <Registration section={section} />
      {section.values.registered && (
        <>
          <Rates section={section} />
          <TaxInvoices section={section} />
        </>
      )}
      {dialog}
    </SectionForm>
  )
}

/** VAT, and the forms of tax invoices. */
export function TaxSettings() {
  return (
    <LoadedSettings query={useQuery(settingsQueries.tax())}>
      {(data) => <TaxForm data={data} />}
    </LoadedSettings>
  )
}
