// Controls of the settings forms. Each shows the fault of its path.
import type { ReactNode } from 'react'
import { useId } from 'react'
import { FaultLine, LineControl, NumberControl, SelectControl as Select } from '@/ui/admin/controls'
import type { SelectOption } from '@/ui/select'
import type { Faults } from './faults'

export type ControlProps = {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  faults: Faults
  /** The field's name in the API. */
  path: string
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  fieldClassName?: string
}

const withFault = ({ faults, path, ...rest }: ControlProps) => ({ ...rest, error: faults[path] })

/** A line of text. */
export function TextControl({
  type,
  maxLength,
  ...props
}: ControlProps & { type?: string; maxLength?: number }) {
  return <LineControl type={type} maxLength={maxLength} {...withFault(props)} />
}

/** An amount in rupees. */
export function AmountControl(props: ControlProps) {
  return <NumberControl min="0" step="0.01" {...withFault(props)} />
}

/** A whole number. */
export function IntegerControl(props: ControlProps) {
  return <NumberControl inputMode="numeric" min="0" step="1" {...withFault(props)} />
}

export function SelectControl({ options, ...props }: ControlProps & { options: readonly SelectOption[] }) {
  return <Select options={options} {...withFault(props)} />
}

/** The fault of a group of controls. */
export function GroupFault({ faults, path }: { faults: Faults; path: string }) {
  return <FaultLine fault={faults[path]} />
}

/** The heading of the zones, which receives the focus when a zone is removed. */
export const ZONES_HEADING = 'zones-heading'

/** A card of the form, with its heading. */
export function Panel({
  title,
  headingId,
  intro,
  action,
  children,
}: {
  title: string
  /** Lets the heading receive the focus. */
  headingId?: string
  intro?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const ownId = useId()
  const id = headingId ?? ownId
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-white p-5 sm:p-6">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="font-display text-xl" {...(headingId !== undefined && { tabIndex: -1 })}>
            {title}
          </h2>
          {intro !== undefined && <p className="mt-1 max-w-prose text-cocoa">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
