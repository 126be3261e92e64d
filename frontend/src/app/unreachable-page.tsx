import { WifiOff } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useOnline } from '@/lib/use-online'
import { Button } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'

function Unreachable({ pending, onRetry }: { pending: boolean; onRetry: () => void }) {
  const online = useOnline()
  const title = online ? 'This page did not arrive' : 'You are offline'
  return (
    <Container className="flex min-h-[60vh] flex-col items-center justify-center gap-5 py-section text-center">
      <PageMeta title={title} />
      <WifiOff aria-hidden size={56} strokeWidth={1.25} className="text-lotus" />
      <h1 className="font-display text-title">{title}</h1>
      <p role="alert" className="max-w-prose text-cocoa">
        {online
          ? 'The connection broke off on the way. Please try again.'
          : 'This page could not be fetched. It opens by itself as soon as you are back online.'}{' '}
        Nothing is lost: your cart and what you typed are kept.
      </p>
      <Button pending={pending} pendingLabel="Trying again..." onClick={onRetry} className="mt-2">
        Retry
      </Button>
    </Container>
  )
}

type Chunk = { load: () => Promise<ComponentType>; Page: ComponentType | null }

function PageOrRetry({ chunk }: { chunk: Chunk }) {
  const [, setArrived] = useState(false)
  const [pending, setPending] = useState(false)
  const online = useOnline()
  const retry = async (asked: boolean) => {
    setPending(true)
    try {
      chunk.Page = await chunk.load()
      setArrived(true)
    } catch {
      // Some browsers cache a failed import until the page is reloaded.
      if (asked && navigator.onLine) window.location.reload()
    }
    setPending(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every time that the connection is back
  useEffect(() => {
    if (online && chunk.Page === null) void retry(false)
  }, [online])
  if (chunk.Page !== null) return <chunk.Page />
  return <Unreachable pending={pending} onRetry={() => void retry(true)} />
}

/**
 * Replaces a page whose chunk could not be loaded. It retries on demand and when the connection is back, and then renders the
 * page. The router caches a route's component, also after a failure.
 */
export function unreachablePage(load: () => Promise<ComponentType>): ComponentType {
  const chunk: Chunk = { load, Page: null }
  return () => <PageOrRetry chunk={chunk} />
}
