import { Suspense, useEffect, useState } from 'react'
import { optionalPart } from './lazy-part'
import { onToastWanted, toastsWait } from './toast'

const ToastViewport = optionalPart(async () => (await import('./toast-viewport')).ToastViewport)

/** Delay in ms after which the viewport is loaded anyway, so that it is available offline. */
const WARM_UP_MS = 4000

/** Renders the notices; once per app. */
export function Toaster() {
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    const mount = () => setMounted(true)
    if (toastsWait()) mount()
    const stop = onToastWanted(mount)
    const timer = setTimeout(mount, WARM_UP_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return mounted ? (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  ) : null
}
