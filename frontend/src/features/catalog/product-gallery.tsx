import { useRef, useState } from 'react'
import { useHydrated } from '@/lib/use-hydrated'
import { ProductImage } from '@/ui/image'

/** How many pictures a product page shows (spec.md §2). */
const MAX_PICTURES = 5
const MAIN_SIZES = '(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, (min-width: 48rem) 50vw, 100vw'
/** In one column the picture is lower, so that name and price are in the first view. */
const PHONE_PICTURE = 'max-md:aspect-auto max-md:h-[40svh] max-md:object-contain'

function Thumbs({
  images,
  name,
  shown,
  onShow,
}: {
  images: string[]
  name: string
  shown: number
  onShow: (place: number) => void
}) {
  return (
    <ul className="flex gap-3 lg:w-20 lg:flex-col">
      {images.map((src, place) => (
        <li key={src} className="w-12 min-w-0 sm:w-16 sm:flex-none lg:w-20">
          <button
            type="button"
            aria-label={`Picture ${place + 1} of ${images.length} of ${name}`}
            aria-current={place === shown}
            onClick={() => onShow(place)}
            className="block w-full overflow-hidden rounded-input border-2 border-transparent opacity-75 transition-opacity hover:opacity-100 aria-[current=true]:border-lotus aria-[current=true]:opacity-100"
          >
            <ProductImage src={src} alt="" sizes="5rem" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * One picture at a time, chosen by swiping or by thumbnail. Only the first is in the server's markup. Key it by the product, so
 * that another product starts with its first picture.
 */
export function ProductGallery({ images, name }: { images: readonly string[]; name: string }) {
  const [shown, setShown] = useState(0)
  const track = useRef<HTMLUListElement>(null)
  const hydrated = useHydrated()
  const pictures = images.length === 0 ? [''] : images.slice(0, MAX_PICTURES)
  const mounted = hydrated ? pictures : pictures.slice(0, 1)
  const show = (place: number) => {
    setShown(place)
    track.current?.scrollTo?.({ left: place * track.current.clientWidth })
  }
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {}
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth))
  }
  return (
    <div className="flex flex-col gap-2 sm:gap-4 lg:flex-row-reverse lg:items-start">
      <ul
        ref={track}
        tabIndex={pictures.length > 1 ? 0 : undefined}
        aria-label={`Pictures of ${name}`}
        onScroll={follow}
        className="-mx-[clamp(1rem,4vw,2rem)] flex snap-x snap-mandatory overflow-x-auto scroll-smooth bg-shell [scrollbar-width:none] sm:mx-0 sm:rounded-card lg:min-w-0 lg:flex-1"
      >
        {mounted.map((src, place) => (
          <li key={src} className="w-full flex-none snap-center">
            <ProductImage
              src={src}
              alt={place === 0 ? name : `${name}, picture ${place + 1}`}
              sizes={MAIN_SIZES}
              priority={place === 0}
              className={PHONE_PICTURE}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && <Thumbs images={pictures} name={name} shown={shown} onShow={show} />}
    </div>
  )
}
