import type { createBrowserRouter } from 'react-router'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>

/**
 * Keeps the coupon of a link to the storefront, such as /?coupon=CODE, for the cart, and takes it out of the address. Returns the
 * unsubscribe function.
 */
export function followCouponLinks(router: Router): () => void {
  let taken = ''
  const follow = ({ location: { key, pathname, search }, navigation }: Router['state']) => {
    if (navigation.state !== 'idle' || taken === key || pathname.startsWith('/admin')) return
    if (!/[?&]coupon=/.test(search)) return
    taken = key
    // Without a connection the coupon stays in the address.
    import('@/features/promotions/coupon-link').then(
      ({ takeCoupon }) =>
        takeCoupon(search, (to) => router.navigate(to, { replace: true, preventScrollReset: true })),
      () => {},
    )
  }
  follow(router.state)
  return router.subscribe(follow)
}
