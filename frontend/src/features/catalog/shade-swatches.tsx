import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Product } from '@/api/types'
import { productPath } from '@/lib/product-path'
import { KEEP_FOCUS } from '@/lib/use-route-focus'
import { productQueries } from './queries'

const isColour = (hex: string): boolean => /^#[0-9a-f]{6}$/i.test(hex)

/** A disc of the shade. An SVG attribute, as the content security policy forbids inline styles. */
function Disc({ hex }: { hex: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-full">
      <circle cx="20" cy="20" r="20" fill={isColour(hex) ? hex : 'none'} />
      <path
        d="M8 14a14 14 0 0 1 12-8"
        fill="none"
        stroke="#fff"
        strokeOpacity=".45"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The shades of a product. Each is a product; choosing one navigates to it. */
export function ShadeSwatches({ product }: { product: Product }) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...productQueries.family(product.family ?? ''),
    enabled: Boolean(product.family),
  })
  if (!product.family || !product.shade) return null
  // The open product is shown before the answer arrives.
  const others = data?.filter((other) => other.shade && other.productId !== product.productId) ?? []
  const shades = [product, ...others].sort((a, b) => (a.productId < b.productId ? -1 : 1))
  return (
    <div>
      <p className="font-semibold">
        Shade: <span className="font-normal">{product.shade.name}</span>
      </p>
      <ul aria-label="Shades" className="mt-2 flex min-h-13 flex-wrap gap-2">
        {shades.map((each) => (
          <li key={each.productId}>
            <Link
              to={productPath(each.productId)}
              state={KEEP_FOCUS}
              replace
              preventScrollReset
              aria-label={`${each.shade?.name}${each.stock > 0 ? '' : ', sold out'}`}
              aria-current={each.productId === product.productId ? 'true' : undefined}
              title={each.shade?.name}
              onClick={() =>
                client.setQueryData(productQueries.detail(each.productId).queryKey, (old) => old ?? each)
              }
              className="relative block size-13 rounded-full border-2 border-transparent p-1 transition-colors hover:border-sand aria-[current=true]:border-ink"
            >
              <Disc hex={each.shade?.hex ?? ''} />
              {each.stock <= 0 && (
                <svg viewBox="0 0 52 52" aria-hidden="true" className="absolute inset-0 size-full text-ink">
                  <path d="M12 40 40 12" stroke="currentColor" strokeWidth="2" />
                </svg>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
