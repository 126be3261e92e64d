import type { LinkProps } from 'react-router'
import { Button, ButtonLink } from '@/ui/button'

/** The sticky bar with a form's buttons. */
export function FormBar({
  label,
  back,
  pending,
  pendingLabel,
}: {
  label: string
  /** The target of Cancel. */
  back: Pick<LinkProps, 'to' | 'onClick'>
  pending: boolean
  pendingLabel: string
}) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-shell px-4 py-3 sm:-mx-8 sm:px-8">
      <ButtonLink {...back} variant="secondary">
        Cancel
      </ButtonLink>
      <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </div>
  )
}
