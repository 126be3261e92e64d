import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useOnline } from '@/lib/use-online'

const AGAIN = 'You can safely try again: nothing is ordered twice.'

/** What became of the last press of the button: why no order was placed, or that nobody knows. It stays beside the button. */
export function NotPlaced({ problem, unanswered }: { problem: string | null; unanswered: boolean }) {
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={place} className="scroll-mt-28 scroll-mb-6">
      {(problem !== null || unanswered) && (
        <div role="alert" className="mb-4 flex gap-3 rounded-input bg-error-wash px-4 py-3">
          <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none text-error" />
          <div className="grid gap-1">
            {problem !== null && <p className="font-semibold">{problem}</p>}
            {(unanswered || !online) && (
              <p>
                {online ? 'We did not hear back about your last try.' : 'You are offline.'} {AGAIN}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
