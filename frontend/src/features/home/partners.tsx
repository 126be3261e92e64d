import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import brand1 from '@/assets/brands/brand-1.svg'
import brand2 from '@/assets/brands/brand-2.svg'
import brand3 from '@/assets/brands/brand-3.svg'
import brand4 from '@/assets/brands/brand-4.svg'
import brand5 from '@/assets/brands/brand-5.svg'
import brand6 from '@/assets/brands/brand-6.svg'
import brand7 from '@/assets/brands/brand-7.svg'
import brand8 from '@/assets/brands/brand-8.svg'
import { IconButton } from '@/ui/icon-button'
import { Section } from '@/ui/section'

type Brand = { name: string; logo: string }

const PAGES: readonly (readonly Brand[])[] = [
  [
    { name: 'Pinibindu', logo: brand1 },
    { name: 'Kumbuk & Clay', logo: brand2 },
    { name: 'Hiruwela', logo: brand3 },
    { name: 'Dumbara Studio', logo: brand4 },
  ],
  [
    { name: 'Sandungiri', logo: brand5 },
    { name: 'Nilmala', logo: brand6 },
    { name: 'Kiripol', logo: brand7 },
    { name: 'Kurundu Row', logo: brand8 },
  ],
]

function BrandLogo({ name, logo }: Brand) {
  return (
    <li>
      <Link
        to={`/products?brand=${encodeURIComponent(name)}`}
        className="flex h-28 items-center justify-center rounded-card border border-line bg-paper px-4 transition-colors hover:border-lotus hover:bg-blush focus-visible:-outline-offset-2 sm:h-36"
      >
        <img
          src={logo}
          alt={name}
          width={360}
          height={120}
          loading="lazy"
          decoding="async"
          className="h-14 w-auto opacity-85 sm:h-16"
        />
      </Link>
    </li>
  )
}

/** Eight brands, four at a time: native scrolling, and buttons. */
export function Partners() {
  const [page, setPage] = useState(0)
  const track = useRef<HTMLDivElement>(null)
  const show = (to: number) => {
    setPage(to)
    track.current?.scrollTo?.({ left: to * track.current.clientWidth })
  }
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {}
    if (clientWidth > 0) setPage(Math.round(scrollLeft / clientWidth))
  }
  return (
    <Section
      title="Our Trusted Partners"
      action={
        <div className="flex gap-2">
          <IconButton
            icon={ChevronLeft}
            label="Previous brands"
            disabled={page === 0}
            onClick={() => show(page - 1)}
            className="border border-line"
          />
          <IconButton
            icon={ChevronRight}
            label="Next brands"
            disabled={page === PAGES.length - 1}
            onClick={() => show(page + 1)}
            className="border border-line"
          />
        </div>
      }
    >
      <div
        ref={track}
        onScroll={follow}
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto scroll-smooth [scrollbar-width:none]"
      >
        {PAGES.map((brands, place) => (
          <ul
            key={brands[0]?.name}
            aria-label={`Brands, page ${place + 1} of ${PAGES.length}`}
            className="grid w-full flex-none snap-start grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4"
          >
            {brands.map((brand) => (
              <BrandLogo key={brand.name} {...brand} />
            ))}
          </ul>
        ))}
      </div>
      <div className="mt-5 flex justify-center">
        {PAGES.map((brands, place) => (
          <button
            key={brands[0]?.name}
            type="button"
            aria-label={`Brands, page ${place + 1}`}
            aria-current={place === page}
            onClick={() => show(place)}
            className="group tap inline-flex items-center justify-center rounded-full"
          >
            <span className="h-2 w-2 rounded-full bg-control transition-colors group-hover:bg-ink group-aria-[current=true]:bg-lotus" />
          </button>
        ))}
      </div>
    </Section>
  )
}
