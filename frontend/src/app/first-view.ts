// What is seen comes before what answers: on a slow line the app's scripts would take the place of the pictures, styles and
// fonts of the first view, which the server's markup needs and they do not.

/** The scripts are not held back longer than this, in milliseconds. */
const PATIENCE_MS = 2_000

const INPUT = ['pointerdown', 'keydown'] as const

/** When the next frame has been painted. */
const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))

/** When a picture is there, or never will be. */
function loaded(picture: HTMLImageElement): Promise<void> {
  if (picture.complete) return Promise.resolve()
  return new Promise((done) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, () => done(), { once: true })
  })
}

/** When somebody begins to use the page. */
const touched = () =>
  new Promise<void>((done) => {
    for (const event of INPUT)
      document.addEventListener(event, () => done(), { once: true, capture: true, passive: true })
  })

const late = () => new Promise<void>((done) => setTimeout(done, PATIENCE_MS))

/**
 * Resolves once the first view with its main pictures has been painted, somebody touched the page, or it took too long; at
 * once where nobody looks, or where there is nothing to see before the scripts run.
 */
export async function firstViewSeen(root: Element | null): Promise<void> {
  if (document.visibilityState === 'hidden' || !root?.firstElementChild) return
  const pictures = root.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  const seen = Promise.all([...pictures].map(loaded)).then(painted)
  await Promise.race([seen, touched(), late()])
}

/** Begins to fetch what the page's own script needs, which the server named, beside the app's. */
export function preloadPageModules(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="page-modules"]')?.content ?? ''
  for (const href of names.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
}
