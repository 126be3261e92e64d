import { Button } from './button'

/** The buttons of a dialog whose form is elsewhere in it. */
export function FormButtons({
  formId,
  label,
  pending = false,
  pendingLabel,
  onCancel,
}: {
  formId: string
  label: string
  pending?: boolean
  pendingLabel?: string
  onCancel: () => void
}) {
  return (
    <>
      <Button variant="secondary" disabled={pending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={formId} pending={pending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </>
  )
}
