import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useContent } from '@/api/content'
import { keepOnDevice, readFromDevice } from '@/api/device-storage'
import { useHydrated } from '@/lib/use-hydrated'
import { ContentLink } from '@/ui/content-link'
import hideDismissed from './hide-dismissed.js?url'

/** The key of the version that the visitor has dismissed; also in hide-dismissed.js. */
const DISMISSED = 'announcement'

/** The line above every page. A dismissed version stays away on this device; version 0 is a draft's, and is not kept. */
export function AnnouncementBar() {
  const shown = useContent()?.announcement
  const [dismissed, setDismissed] = useState<number>()
  const hydrated = useHydrated()
  useEffect(() => {
    // From here on the app decides, also for a newer version.
    if (hydrated) delete document.documentElement.dataset.dismissed
  }, [hydrated])
  if (!shown) return null
  const { version, text, link } = shown
  if (dismissed === version || (hydrated && version > 0 && readFromDevice(DISMISSED) === String(version)))
    return null
  const dismiss = () => {
    if (version > 0) keepOnDevice(DISMISSED, String(version))
    setDismissed(version)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* In the server's markup alone. */}
      {!hydrated && <script src={hideDismissed} data-version={version} />}
      <section
        aria-label="Announcement"
        aria-live="polite"
        data-announcement={version}
        className="relative bg-lagoon px-8 text-white"
      >
        <div className="container-page flex min-h-12 flex-wrap items-center justify-center gap-x-4 py-1 text-center text-sm font-medium">
          <p className="py-1">{text}</p>
          {link !== null && (
            <ContentLink
              to={link.to}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {link.label}
            </ContentLink>
          )}
        </div>
        <button
          type="button"
          aria-label="Dismiss the announcement"
          onClick={dismiss}
          className="tap absolute end-1 top-0.5 inline-flex items-center justify-center rounded-full hover:bg-white/15 focus-visible:outline-white"
        >
          <X aria-hidden size={20} strokeWidth={1.75} />
        </button>
      </section>
    </>
  )
}
