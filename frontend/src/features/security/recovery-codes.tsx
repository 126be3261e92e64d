import { Download } from 'lucide-react'
import { shopDay } from '@/lib/date'
import { useLeaveGuard } from '@/lib/use-leave-guard'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { CopyButton } from '@/ui/copy-button'
import { useShopName } from '@/ui/page-meta'

/** Saves a text as a file of this name. */
function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Asks before the page with the codes is left: they are shown once. */
function LeaveGuard() {
  const { blocker } = useLeaveGuard(true)
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without your recovery codes?"
      description="They are shown only now. If you have not saved them, stay and save them first."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

/** Ten new codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const shopName = useShopName()
  const text = `${shopName}: recovery codes of ${shopDay(Date.now())}\nEach works once.\n\n${codes.join('\n')}\n`
  return (
    <div role="status" className="grid gap-4 rounded-input bg-warning-wash p-4 sm:p-5">
      <div>
        <h3 className="font-display text-xl">Save your recovery codes</h3>
        <p className="mt-1 max-w-prose">
          Without your phone, one of these signs you in. Each works once. They are shown only now, so keep
          them where you find them without your phone.
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-input bg-white p-4 font-mono sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="Recovery codes" />
        <Button
          variant="secondary"
          size="sm"
          onClick={() => save(`${shopName.toLowerCase()}-recovery-codes.txt`, text)}
        >
          <Download aria-hidden size={18} />
          Download
        </Button>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </div>
      <LeaveGuard />
    </div>
  )
}
