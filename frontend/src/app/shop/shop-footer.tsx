import { useQuery } from '@tanstack/react-query'
import { Clock, type LucideIcon, Mail, MapPin, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shopQueries } from '@/api/shop-queries'
import { shopYear } from '@/lib/date'
import { useHydrated } from '@/lib/use-hydrated'
import { LogoMark } from '@/ui/logo'
import { useShopName } from '@/ui/page-meta'
import { Skeleton } from '@/ui/skeleton'
import { SHOP_LINKS } from '../nav-links'

const QUICK_LINKS = SHOP_LINKS.filter(({ to }) => to !== '/orders')
const LINK = 'inline-flex min-h-11 items-center hover:text-white hover:underline'

function Row({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Icon aria-hidden size={18} className="flex-none text-sand" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function ContactDetails() {
  const { data: shop } = useQuery(shopQueries.info())
  const wait = <Skeleton className="h-4 w-40 opacity-30" />
  return (
    <ul>
      <Row icon={Phone}>
        {shop ? (
          <a href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`} className={LINK}>
            {shop.phone}
          </a>
        ) : (
          wait
        )}
      </Row>
      <Row icon={Mail}>
        {shop ? (
          <a href={`mailto:${shop.email}`} className={LINK}>
            {shop.email}
          </a>
        ) : (
          wait
        )}
      </Row>
      <Row icon={MapPin}>{shop ? shop.address : wait}</Row>
      <Row icon={Clock}>{shop?.openingHours ?? 'Monday to Friday, 9 AM to 6 PM'}</Row>
      <Row icon={Truck}>Island-wide delivery</Row>
    </ul>
  )
}

/** The current year; empty on the server, which renders without a clock. */
function Copyright({ name }: { name: string }) {
  const hydrated = useHydrated()
  return (
    <p>
      © <span className="inline-block min-w-[4ch] tabular-nums">{hydrated ? shopYear(Date.now()) : ''}</span>{' '}
      {name}. All rights reserved.
    </p>
  )
}

export function ShopFooter() {
  const shopName = useShopName()
  return (
    <footer className="mt-auto bg-ink text-sand">
      <div className="container-page grid grid-cols-1 gap-x-12 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1.4fr] lg:py-16">
        <section aria-labelledby="about-us" className="sm:col-span-2 lg:col-span-1">
          <p className="mb-5 flex items-center gap-2 font-display text-2xl text-white">
            <LogoMark className="size-8 text-blush" />
            {shopName}
          </p>
          <h2 id="about-us" className="mb-2 font-semibold text-white">
            About Us
          </h2>
          <p className="max-w-md">
            {shopName} is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and
            scent made on the island, and bring them to every doorstep in it.
          </p>
        </section>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="mb-1 font-semibold text-white">
            Quick Links
          </h2>
          <ul>
            {QUICK_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={LINK}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="mb-1 font-semibold text-white">
            Contact Us
          </h2>
          <ContactDetails />
        </section>
      </div>
      <div className="border-t border-white/15">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-sm">
          <Copyright name={shopName} />
          <p>
            Powered by{' '}
            <a href="https://www.rust-lang.org" rel="noopener" className={`${LINK} text-white underline`}>
              Rust
            </a>
          </p>
        </div>
      </div>
    </footer>
  )
}
