// Delays the app's scripts until the first view is painted: on a slow connection they would compete with its pictures,
// styles and fonts.

/** The longest delay, in milliseconds. */
const PATIENCE_MS = 2_000

const INPUT = ['pointerdown', 'keydown'] as const

/** Resolves when the next frame has been painted. */
const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))

/** Resolves when a picture has loaded or failed. */
function loaded(picture: HTMLImageElement): Promise<void> {
  if (picture.complete) return Promise.resolve()
  return new Promise((done) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, () => done(), { once: true })
  })
}

/** Resolves at the first input. */
const touched = () =>
  new Promise<void>((done) => {
    for (const event of INPUT)
      document.addEventListener(event, () => done(), { once: true, capture: true, passive: true })
  })

const late = () => new Promise<void>((done) => setTimeout(done, PATIENCE_MS))

/**
 * Resolves when the first view with its main pictures has been painted, at the first input, or after `PATIENCE_MS`;
 * immediately in a hidden tab and without server markup.
 */
export async function firstViewSeen(root: Element | null): Promise<void> {
  if (document.visibilityState === 'hidden' || !root?.firstElementChild) return
  const pictures = root.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  const seen = Promise.all([...pictures].map(loaded)).then(painted)
  await Promise.race([seen, touched(), late()])
}

/** Preloads the modules of the page's own chunk, which the server names in a meta tag. */
export function preloadPageModules(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="page-modules"]')?.content ?? ''
  for (const href of names.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
}
