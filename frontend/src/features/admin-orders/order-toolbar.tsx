import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { firstFieldErrors } from '@/api/problem'
import type { OrderListCounts } from '@/api/types'
import type { UrlPatch } from '@/lib/url-state'
import { Chip, type ChipCount, FilterChips } from '@/ui/admin/filter-chips'
import { STATUS_OPTIONS } from '@/ui/admin/order-status'
import { SearchBox } from '@/ui/admin/search-box'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { QUEUES, queueLabel } from './fulfilment'
import { isWhole, type OrderListState, PAYMENTS } from './list-state'

const SEARCH_LABEL = 'Search by order ID, name, email, phone or payment reference'

type ToolbarProps = {
  state: OrderListState
  /** undefined while they load. */
  counts: OrderListCounts | undefined
  /** Why the list was refused; null where it was not. */
  error: unknown
  onChange: (patch: UrlPatch) => void
}

/** A day. What is half typed stays in the field alone. */
function DayField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (day: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }
  return (
    <TextField
      label={label}
      type="date"
      fieldClassName="min-w-0"
      max="9999-12-31"
      value={typed}
      error={error}
      onChange={({ target: { value: day } }) => {
        setTyped(day)
        if (day === '' || isWhole(day)) onChange(day)
      }}
    />
  )
}

/** The filters by payment and date. */
function MoreFilters({ id, state, error, onChange }: { id: string } & Omit<ToolbarProps, 'counts'>) {
  const { payment, from, to } = state
  const faults = firstFieldErrors(error)
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
        error={faults.from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label="Ordered until"
        value={to}
        error={faults.to}
        onChange={(day) => onChange({ to: day })}
      />
    </fieldset>
  )
}

/** The lists that one press shows, with the numbers of their orders. */
function Lists({ state, counts, onChange }: Omit<ToolbarProps, 'error'>) {
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
export function OrderToolbar({ state, counts, error, onChange }: ToolbarProps) {
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
      {open && <MoreFilters id={id} state={state} error={error} onChange={onChange} />}
      <Lists state={state} counts={counts} onChange={onChange} />
    </div>
  )
}
