import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { API_BASE_URL } from '@/api/client'
import type { HomeSection, PartnerBrand } from '@/api/types'
import brand1 from '@/assets/brands/brand-1.svg'
import brand2 from '@/assets/brands/brand-2.svg'
import brand3 from '@/assets/brands/brand-3.svg'
import brand4 from '@/assets/brands/brand-4.svg'
import brand5 from '@/assets/brands/brand-5.svg'
import brand6 from '@/assets/brands/brand-6.svg'
import brand7 from '@/assets/brands/brand-7.svg'
import brand8 from '@/assets/brands/brand-8.svg'
import { ContentLink } from '@/ui/content-link'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { Section } from '@/ui/section'

/** The app's own logos: `builtin:brand-1` and so on. */
const BUILTIN: readonly string[] = [brand1, brand2, brand3, brand4, brand5, brand6, brand7, brand8]
/** Brands that are shown at a time. */
const AT_A_TIME = 4

/** The address of a logo; '' for an unknown one. */
function logoAddress(logo: string): string {
  const number = /^builtin:brand-(\d)$/.exec(logo)?.[1]
  if (number !== undefined) return BUILTIN[Number(number) - 1] ?? ''
  return logo.startsWith('/images/') ? `${API_BASE_URL}${logo}?w=320` : ''
}

function pagesOf(partners: readonly PartnerBrand[]): PartnerBrand[][] {
  const pages = Math.ceil(partners.length / AT_A_TIME)
  return Array.from({ length: pages }, (_, page) => partners.slice(page * AT_A_TIME, (page + 1) * AT_A_TIME))
}

function BrandLogo({ name, logo, to }: PartnerBrand) {
  return (
    <li>
      <ContentLink
        to={to}
        className="flex h-28 items-center justify-center rounded-card border border-line bg-paper px-4 transition-colors hover:border-lotus hover:bg-blush focus-visible:-outline-offset-2 sm:h-36"
      >
        <img
          src={logoAddress(logo)}
          alt={name}
          width={360}
          height={120}
          loading="lazy"
          decoding="async"
          className={cx(
            'h-14 w-auto opacity-85 sm:h-16',
            logo.startsWith('/') && 'max-w-full object-contain',
          )}
        />
      </ContentLink>
    </li>
  )
}

/** Brands, four at a time: native scrolling, and buttons. */
export function Partners({ section }: { section: Extract<HomeSection, { kind: 'partners' }> }) {
  const pages = pagesOf(section.partners)
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
      title={section.heading}
      action={
        pages.length > 1 && (
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
              disabled={page === pages.length - 1}
              onClick={() => show(page + 1)}
              className="border border-line"
            />
          </div>
        )
      }
    >
      <div
        ref={track}
        onScroll={follow}
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto scroll-smooth [scrollbar-width:none]"
      >
        {pages.map((brands, place) => (
          <ul
            // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other key
            key={place}
            aria-label={`Brands, page ${place + 1} of ${pages.length}`}
            className="grid w-full flex-none snap-start grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4"
          >
            {brands.map((brand, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a brand may be there twice
              <BrandLogo key={index} {...brand} />
            ))}
          </ul>
        ))}
      </div>
      {pages.length > 1 && (
        <div className="mt-5 flex justify-center">
          {pages.map((_, place) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other key
              key={place}
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
      )}
    </Section>
  )
}
