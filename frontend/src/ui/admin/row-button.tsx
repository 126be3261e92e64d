import { Button, type ButtonProps } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { Column } from '@/ui/table'

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
