import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { HeroSlide } from '@/api/types'
import { ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { sceneAddress, sceneSources, tallPicture } from '@/ui/scene-pictures'
import { ShopLogo } from '@/ui/shop-logo'
import { type Slides, useSlides } from './use-slides'

/** The breakpoint between portrait and landscape pictures. */
const WIDE = '(min-width: 48rem)'

/** Widths of uploaded pictures. */
const WIDE_WIDTHS = [1280, 1920] as const
const TALL_WIDTHS = [640, 960, 1280] as const

function Scene({ slide, first }: { slide: HeroSlide; first: boolean }) {
  const picture = tallPicture(slide)
  const tall = sceneSources(picture, TALL_WIDTHS)
  const sizes = tall.includes(' ') ? { srcSet: tall, sizes: '100vw' } : {}
  return (
    <picture>
      <source media={WIDE} srcSet={sceneSources(slide.wide, WIDE_WIDTHS)} width={1920} height={960} />
      <img
        src={sceneAddress(picture, 960)}
        {...sizes}
        alt={slide.alt ?? ''}
        width={900}
        height={1100}
        fetchPriority={first ? 'high' : 'low'}
        decoding={first ? 'sync' : 'async'}
        className="absolute inset-0 size-full object-cover object-bottom md:object-right"
      />
    </picture>
  )
}

function SlideText({ slide, first }: { slide: HeroSlide; first: boolean }) {
  const { heading, text, link, scrim } = slide
  return (
    <div
      className={cx(
        'container-page relative flex h-full flex-col justify-start pt-7 md:justify-center md:pt-0 md:pb-14',
        scrim === 'dark' && 'text-white',
      )}
    >
      <div className="flex max-w-[15.5rem] flex-col items-start gap-3 sm:max-w-sm md:max-w-[42%] md:gap-5">
        {first && (
          <ShopLogo
            onDark={scrim === 'dark'}
            className={cx('size-10', scrim === 'dark' ? 'text-blush' : 'text-lotus', 'md:size-16')}
          />
        )}
        <h2 className="font-display text-[clamp(1.875rem,1.1rem+2.9vw,4rem)] leading-[1.06] tracking-tight">
          {heading}
        </h2>
        {text !== '' && <p className="max-w-[38ch] text-pretty md:text-lg">{text}</p>}
        {link !== null && (
          <ButtonLink to={link.to} className="mt-1 md:min-h-14 md:px-8">
            {link.label}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const isShown = (slides: Slides, place: number): boolean => slides.shown === place

type OneSlideProps = { slide: HeroSlide; place: number; count: number; slides: Slides }

function OneSlide({ slide, place, count, slides }: OneSlideProps) {
  const shown = isShown(slides, place)
  const leaving = slides.before === place
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of form fields
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${count}`}
      inert={!shown}
      className={cx(
        'absolute inset-0 overflow-hidden',
        shown && 'z-2',
        leaving && 'z-1',
        !shown && !leaving && 'invisible',
      )}
    >
      {/* The new picture fades in over the old one, which stays opaque: no pale flash. */}
      <div className={cx('absolute inset-0 bg-shell', shown && slides.before !== null && 'animate-fade-in')}>
        {slides.fetched.has(place) && <Scene slide={slide} first={place === 0} />}
        {slide.scrim !== 'none' && <div className={`scrim scrim-${slide.scrim}`} />}
      </div>
      {/* Texts are exchanged without a fade: two texts over each other are unreadable. */}
      <div className={cx('relative h-full', !shown && 'invisible')}>
        <SlideText slide={slide} first={place === 0} />
      </div>
    </div>
  )
}

function Controls({ slides, count }: { slides: Slides; count: number }) {
  const round = 'bg-white/85 shadow-card hover:not-disabled:bg-white'
  return (
    <div className="container-page pointer-events-none absolute inset-x-0 bottom-3 z-3 flex flex-wrap items-center justify-between gap-3 md:bottom-6">
      <div className="pointer-events-auto flex gap-2">
        <IconButton icon={ChevronLeft} label="Previous slide" onClick={slides.previous} className={round} />
        <IconButton icon={ChevronRight} label="Next slide" onClick={slides.next} className={round} />
      </div>
      <div className="pointer-events-auto flex max-w-full items-center rounded-full bg-white/85 ps-1 shadow-card">
        {Array.from({ length: count }, (_, place) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no other key
            key={place}
            type="button"
            aria-label={`Slide ${place + 1}`}
            aria-current={isShown(slides, place)}
            onClick={() => slides.go(place)}
            className="group inline-flex h-11 w-7 items-center justify-center rounded-full sm:w-9"
          >
            <span className="h-2.5 w-2.5 rounded-full bg-control transition-colors group-hover:bg-ink group-aria-[current=true]:bg-lotus group-aria-[current=true]:ring-2 group-aria-[current=true]:ring-lotus group-aria-[current=true]:ring-offset-2 group-aria-[current=true]:ring-offset-white" />
          </button>
        ))}
        <IconButton
          icon={slides.playing ? Pause : Play}
          label={slides.playing ? 'Pause the slides' : 'Play the slides'}
          onClick={() => slides.setPlaying(!slides.playing)}
        />
      </div>
    </div>
  )
}

/** Pictures that take turns. It pauses on hover and focus, and does not move under `prefers-reduced-motion`. */
export function HeroSlider({ slides: scenes }: { slides: readonly HeroSlide[] }) {
  const count = scenes.length
  const slides = useSlides(count)
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerEnter={(event) => event.pointerType === 'mouse' && slides.setHeld(true)}
      onPointerLeave={() => slides.setHeld(false)}
      onFocus={() => slides.setHeld(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) slides.setHeld(false)
      }}
      className="relative isolate h-[min(41rem,max(30rem,calc(100svh-9rem)))] overflow-hidden bg-shell md:h-auto md:max-h-[max(30rem,calc(100svh-8rem))] md:min-h-[26rem] md:w-full md:aspect-[2/1]"
    >
      <div aria-live={slides.playing ? 'off' : 'polite'} className="absolute inset-0">
        {scenes.map((slide, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide has no other key
          <OneSlide key={place} {...{ slide, place, count, slides }} />
        ))}
      </div>
      {count > 1 && <Controls slides={slides} count={count} />}
    </section>
  )
}
