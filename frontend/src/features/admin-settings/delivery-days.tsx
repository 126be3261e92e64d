import { Plus, Trash2 } from 'lucide-react'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { bindTexts, Panel, TextControl } from './controls'
import type { DeliveryValues } from './delivery-form'
import type { Section } from './use-section'

/** Cut-off time and holidays. */
export function DeliveryDays({ section }: { section: Section<DeliveryValues> }) {
  const { values, errors, edit } = section
  const { holidays } = values
  const setHoliday = (index: number, day: string) =>
    edit({ holidays: holidays.map((one, place) => (place === index ? day : one)) }, `holidays[${index}]`)
  return (
    <Panel
      title="Days and times"
      intro="Working days are Monday to Friday without the holidays. The days that customers see are computed from them."
    >
      <div className="grid gap-6">
        <TextControl
          label="Orders until"
          type="time"
          hint="An order placed later, at a weekend or on a holiday counts as placed on the next working day."
          fieldClassName="max-w-xs"
          {...bindTexts(values, errors, edit)('cutOff')}
        />
        <div className="grid justify-items-start gap-3">
          <h3 className="font-medium">Holidays</h3>
          {holidays.length === 0 && <p className="text-cocoa">None yet.</p>}
          <ul className="grid w-full gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {holidays.map((day, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the days are sorted when they are saved
              <li key={index} className="grid grid-cols-[1fr_2.75rem] items-start gap-2">
                <TextControl
                  label={<span className="sr-only">Holiday {index + 1}</span>}
                  type="date"
                  path={`holidays[${index}]`}
                  errors={errors}
                  value={day}
                  onChange={(next) => setHoliday(index, next)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove holiday ${index + 1}`}
                  tone="danger"
                  className="mt-2"
                  onClick={() =>
                    edit({ holidays: holidays.filter((_, place) => place !== index) }, 'holidays')
                  }
                />
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => edit({ holidays: [...holidays, ''] }, 'holidays')}
          >
            <Plus aria-hidden size={18} />
            Add a holiday
          </Button>
        </div>
      </div>
    </Panel>
  )
}
