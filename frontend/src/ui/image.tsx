import { useState } from 'react'
import { API_BASE_URL } from '@/api/client'
import avatar from '@/assets/avatar.svg'
import placeholder from '@/assets/placeholder.svg'
import { cx } from './cx'

const WIDTHS = [320, 640, 960] as const
const isOwn = (src: string): boolean => src.startsWith('/images/')

/** Address and widths of a picture; the shop's own ones come in three widths. */
export function imageSources(src: string): { src: string; srcSet?: string } {
  if (!isOwn(src)) return { src }
  const at = (width: number) => `${API_BASE_URL}${src}?w=${width}`
  return { src: at(640), srcSet: WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ') }
}

/** True for a picture that failed before React could hear of it (server-rendered markup). */
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

export type ProductImageProps = {
  /** Empty or absent: the placeholder. */
  src: string | null | undefined
  /** Empty where the name stands beside it. */
  alt: string
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  /** The picture that a first view waits for: fetched first, never lazily. */
  priority?: boolean
  className?: string
}

/** A product picture, 4:5, in the width that the screen needs; a placeholder where there is none or it fails. */
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

/** A person's picture, round; the default one where there is none. */
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
