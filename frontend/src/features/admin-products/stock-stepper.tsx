import { Minus, Plus } from 'lucide-react'
import { parseSignedInteger } from '@/lib/integer'
import type { ControlAria } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'

/** Minus, a field for the difference ('-3', '+12'), plus. */
export function StockStepper({
  aria,
  value,
  onChange,
}: {
  aria: ControlAria
  value: string
  onChange: (value: string) => void
}) {
  const step = (by: 1 | -1) => {
    const next = (parseSignedInteger(value) ?? 0) + by
    onChange(next > 0 ? `+${next}` : String(next))
  }
  return (
    <div className="inline-flex w-fit items-center rounded-full border border-control bg-white">
      <IconButton icon={Minus} label="One less" onClick={() => step(-1)} />
      <input
        {...aria}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-11 w-24 rounded-tag bg-transparent text-center font-semibold tabular-nums"
      />
      <IconButton icon={Plus} label="One more" onClick={() => step(1)} />
    </div>
  )
}
