import { Button } from '@/ui/button'
import { Drawer } from '@/ui/drawer'
import { FilterPanel, type FilterProps } from './filter-panel'
import { NO_FILTERS } from './list-params'

/** The filters in a drawer, for narrow screens. They take effect at once. */
export function FilterDrawer({
  open,
  onOpenChange,
  found,
  ...filters
}: FilterProps & { open: boolean; onOpenChange: (open: boolean) => void; found: string | null }) {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Filters"
      wide
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button variant="secondary" onClick={() => filters.onChange(NO_FILTERS)}>
            Clear all
          </Button>
          <Button onClick={() => onOpenChange(false)}>
            {found === '1' ? 'Show 1 product' : `Show ${found === null ? '' : `${found} `}products`}
          </Button>
        </div>
      }
    >
      <FilterPanel {...filters} />
    </Drawer>
  )
}
