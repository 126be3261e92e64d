import { cx } from '@/ui/cx'

/** Whether visitors see a section. */
export function ShownSwitch({
  name,
  isOn,
  onChange,
}: {
  name: string
  isOn: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`Show ${name}`}
      onClick={() => onChange(!isOn)}
      className="tap inline-flex items-center gap-2 rounded-full px-1 text-sm"
    >
      <span
        aria-hidden
        className={cx(
          'flex h-6 w-10 flex-none items-center rounded-full border p-0.5 transition-colors',
          isOn ? 'justify-end border-lagoon bg-lagoon' : 'justify-start border-control bg-white',
        )}
      >
        <span className={cx('size-4.5 rounded-full', isOn ? 'bg-white' : 'bg-control')} />
      </span>
      <span aria-hidden className="w-6 text-start text-cocoa">
        {isOn ? 'On' : 'Off'}
      </span>
    </button>
  )
}
