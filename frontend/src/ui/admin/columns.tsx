import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Button, type ButtonProps } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { Column } from '@/ui/table'

const ACTION = 'max-md:inline-flex max-md:w-1/2 max-md:pt-2'

export const FIRST_ACTION = `${ACTION} max-md:pe-1.5`
export const SECOND_ACTION = `${ACTION} max-md:ps-1.5`

/** An e-mail address in a table cell. It breaks before its @, and elsewhere only when it must. */
export function EmailText({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0)
  return (
    <span className="wrap-anywhere md:block md:min-w-24 xl:min-w-56">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

/** A button in a row; a press of it does not open the row. */
export function RowButton({
  variant = 'quiet',
  className,
  onPress,
  ...props
}: Omit<ButtonProps, 'onClick' | 'size'> & { onPress: () => void }) {
  return (
    <Button
      variant={variant}
      size="sm"
      className={cx('max-md:w-full', className)}
      {...props}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    />
  )
}

/** The last column, whose button opens the row; `nameOf` is its accessible name. */
export const openColumn = <Row,>(
  label: string,
  nameOf: (row: Row) => string,
  onOpen: (row: Row) => void,
): Column<Row> => ({
  key: 'open',
  header: label,
  bare: true,
  className: 'max-md:pt-2',
  cell: (row) => (
    <RowButton aria-label={nameOf(row)} onPress={() => onOpen(row)}>
      {label}
    </RowButton>
  ),
})

/** A column of times. */
export const timeColumn = <Row,>(key: string, header: string, at: (row: Row) => string): Column<Row> => ({
  key,
  header,
  cell: (row) => <span className="md:whitespace-nowrap">{formatDateTime(at(row))}</span>,
})

/** The number of an order with its customer, who is on the second line. */
export const orderColumn: Column<Order> = {
  key: 'order',
  header: 'Order ID',
  cell: ({ orderId, name }) => (
    <>
      <span className="font-semibold whitespace-nowrap">{orderId}</span>
      <span className="block text-sm text-cocoa">{name}</span>
    </>
  ),
}
