import { WifiOff } from 'lucide-react'
import { useOnline } from '@/lib/use-online'

/** Shown while there is no connection. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-medium text-white">
          <WifiOff aria-hidden size={16} className="flex-none" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
