import { toast } from '@/ui/toast'
import { enterCoupon } from './coupon'

/** Keeps the coupon of an address for the cart, and goes on without it in the address. */
export function takeCoupon(search: string, replace: (to: { search: string }) => void): void {
  const params = new URLSearchParams(search)
  const code = (params.get('coupon') ?? '').trim()
  params.delete('coupon')
  if (code !== '') {
    enterCoupon(code)
    toast.success(`Coupon ${code.toUpperCase()} is kept for your cart.`)
  }
  replace({ search: params.toString() })
}
