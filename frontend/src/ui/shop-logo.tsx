import { API_BASE_URL } from '@/api/client'
import { useContent } from '@/api/content'
import { cx } from './cx'
import { LogoMark } from './logo'

/** The shop's logo: its own picture, else the flower. `className` sets the size and the flower's colour. */
export function ShopLogo({ className }: { className: string }) {
  const logo = useContent()?.identity.logo ?? null
  if (logo === null) return <LogoMark className={className} />
  return <img src={`${API_BASE_URL}${logo}?w=320`} alt="" className={cx('object-contain', className)} />
}
