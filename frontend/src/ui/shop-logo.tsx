import { API_BASE_URL } from '@/api/client'
import { useContent } from '@/api/content'
import { cx } from './cx'
import { LogoMark } from './logo'

type ShopLogoProps = {
  /** The size, and the flower's colour. */
  className: string
  /** On a dark ground a picture stands on a light tile: its colours may be dark. */
  onDark?: boolean
}

/** The shop's logo: its own picture, else the flower. */
export function ShopLogo({ className, onDark = false }: ShopLogoProps) {
  const logo = useContent()?.identity.logo ?? null
  if (logo === null) return <LogoMark className={className} />
  return (
    <img
      src={`${API_BASE_URL}${logo}?w=320`}
      alt=""
      className={cx('object-contain', onDark && 'box-content rounded-tag bg-paper p-1.5', className)}
    />
  )
}
