import { TriangleAlert } from 'lucide-react'
import { Button } from './button'

type ShortageNoticeProps = {
  /** The product's name, for screen readers. */
  name: string
  /** The stock; 0 is sold out. */
  stock: number
  /** Sets the quantity to the stock, or removes the line when the stock is 0. */
  onAdjust: () => void
  id?: string
}

/** The notice on a line whose quantity exceeds the stock, with a button that corrects it. */
export function ShortageNotice({ name, stock, onAdjust, id }: ShortageNoticeProps) {
  const soldOut = stock <= 0
  return (
    <div
      id={id}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-input bg-warning-wash py-1 ps-4 pe-1.5 text-warning"
    >
      <p className="flex items-center gap-2 text-sm font-semibold">
        <TriangleAlert aria-hidden size={17} className="flex-none" />
        {soldOut ? 'Sold out' : `Only ${stock} in stock`}
      </p>
      <Button variant="quiet" size="sm" className="text-ink" onClick={onAdjust}>
        {soldOut ? 'Remove' : `Change to ${stock}`}
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  )
}
