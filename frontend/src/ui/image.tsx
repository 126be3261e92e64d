import { useState } from 'react'
import { API_BASE_URL } from '@/api/client'
import avatar from '@/assets/avatar.svg'
import placeholder from '@/assets/placeholder.svg'
import { cx } from './cx'

const WIDTHS = [320, 640, 960] as const
const isOwn = (src: string): boolean => src.startsWith('/images/')

/** `src` and `srcSet` of a picture; the shop's own pictures have three widths. */
function imageSources(src: string): { src: string; srcSet?: string } {
  if (!isOwn(src)) return { src }
  const at = (width: number) => `${API_BASE_URL}${src}?w=${width}`
  return { src: at(640), srcSet: WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ') }
}

/** True for a picture that failed before hydration. */
const alreadyFailed = (img: HTMLImageElement): boolean =>
  img.complete && img.naturalWidth === 0 && img.currentSrc !== ''

function useFallback(src: string) {
  const [failed, setFailed] = useState<string | null>(null)
  return {
    failed: failed === src,
    watch: {
      onError: () => setFailed(src),
      ref: (img: HTMLImageElement | null) => {
        if (img !== null && alreadyFailed(img)) setFailed(src)
      },
    },
  }
}

type ProductImageProps = {
  /** Empty or absent: the placeholder. */
  src: string | null | undefined
  /** Empty when the name is beside it. */
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** A picture of the first view: fetched first, not lazily. */
  priority?: boolean
  className?: string
}

/** A product picture, 4:5; a placeholder when it is absent or fails. */
export function ProductImage({ src: given, alt, sizes, priority = false, className }: ProductImageProps) {
  const src = given ?? ''
  const { failed, watch } = useFallback(src)
  const missing = src === '' || failed
  const sources = missing ? { src: placeholder } : { ...imageSources(src), sizes }
  return (
    <img
      key={missing ? 'placeholder' : src}
      {...watch}
      {...sources}
      alt={alt}
      width={960}
      height={1200}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={cx('aspect-[4/5] w-full bg-shell object-cover', className)}
    />
  )
}

/** A round profile picture; a default one when it is absent. */
export function Avatar({
  src = '',
  alt,
  className,
}: {
  src?: string | undefined
  alt: string
  className?: string
}) {
  const { failed, watch } = useFallback(src)
  const shown = src === '' || failed ? avatar : isOwn(src) ? `${API_BASE_URL}${src}?w=320` : src
  return (
    <img
      key={shown}
      {...watch}
      src={shown}
      alt={alt}
      width={160}
      height={160}
      decoding="async"
      className={cx('aspect-square flex-none rounded-full bg-blush object-cover', className ?? 'size-10')}
    />
  )
}
