import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { OrderListCounts } from '@/api/types'
import type { UrlPatch } from '@/lib/url-state'
import { Chip, type ChipCount, FilterChips } from '@/ui/admin/filter-chips'
import { STATUS_OPTIONS } from '@/ui/admin/order-status'
import { SearchBox } from '@/ui/admin/search-box'
import { Button } from '@/ui/button'
import { SelectField } from '@/ui/select'
import { QUEUES, queueLabel } from './fulfilment'
import { type OrderListState, PAYMENTS } from './list-state'

export const SEARCH_LABEL = 'Search by order ID, name, email, phone or payment reference'

type ToolbarProps = {
  state: OrderListState
  /** undefined while they load. */
  counts: OrderListCounts | undefined
  onChange: (patch: UrlPatch) => void
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        type="date"
        max="9999-12-31"
        className="control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** The filters by payment and date. */
function MoreFilters({ id, state, onChange }: { id: string } & Omit<ToolbarProps, 'counts'>) {
  const { payment, from, to } = state
  return (
    <fieldset
      id={id}
      className="grid gap-4 rounded-card border border-line bg-white p-5 min-[26rem]:grid-cols-2 lg:grid-cols-3"
    >
      <legend className="sr-only">Filters</legend>
      <SelectField
        label="Payment"
        fieldClassName="min-[26rem]:max-lg:col-span-2"
        options={PAYMENTS}
        value={payment}
        onChange={(event) => onChange({ payment: event.target.value })}
      />
      <DayField
        label="Ordered from"
        value={from}
        onChange={(day) => onChange({ from: day, ...(day !== '' && to !== '' && to < day && { to: null }) })}
      />
      <DayField
        label="Ordered until"
        value={to}
        onChange={(day) => onChange({ to: day, ...(day !== '' && day < from && { from: null }) })}
      />
    </fieldset>
  )
}

/** The lists that one press shows, with the numbers of their orders. */
function Lists({ state, counts, onChange }: ToolbarProps) {
  const { status, queue, toCall, payment, attention } = state
  const work = toCall ? 'toCall' : queue
  const counted = (key: keyof OrderListCounts): ChipCount => ({ count: counts?.[key], noun: 'orders' })
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <FilterChips
        label="Show orders by status"
        options={[
          { value: '' as const, label: 'All', count: counted('all') },
          ...STATUS_OPTIONS.map((option) => ({ ...option, count: counted(option.value) })),
        ]}
        value={work === '' ? status : null}
        onChange={(next) => onChange({ status: next, fulfilment: null, toCall: null })}
      />
      <FilterChips
        label="Show the packing queue"
        options={[
          { value: 'toCall' as const, label: 'To call', count: counted('toCall') },
          ...QUEUES.map((value) => ({ value, label: queueLabel(value), count: counted(value) })),
        ]}
        value={work === '' ? null : work}
        onChange={(next) =>
          onChange({
            status: null,
            toCall: next === 'toCall' && !toCall,
            fulfilment: next === 'toCall' || next === queue ? null : next,
          })
        }
      />
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Show only orders</legend>
        <Chip
          label="Unpaid"
          count={counted('unpaid')}
          chosen={payment === 'unpaid'}
          onPress={() => onChange({ payment: payment === 'unpaid' ? null : 'unpaid' })}
        />
        <Chip
          label="Attention"
          count={counted('attention')}
          chosen={attention}
          onPress={() => onChange({ attention: !attention })}
        />
      </fieldset>
    </div>
  )
}

/** Search and filters of the list of orders. */
export function OrderToolbar({ state, counts, onChange }: ToolbarProps) {
  const used = [state.payment, state.from, state.to].filter((value) => value !== '').length
  const [open, setOpen] = useState(used > 0)
  const id = useId()
  return (
    <div className="mb-5 grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={SEARCH_LABEL} value={state.q} onSearch={(q) => onChange({ q })} />
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden size={18} />
          {used === 0 ? 'Filters' : `Filters (${used})`}
        </Button>
      </div>
      {open && <MoreFilters id={id} state={state} onChange={onChange} />}
      <Lists state={state} counts={counts} onChange={onChange} />
    </div>
  )
}
