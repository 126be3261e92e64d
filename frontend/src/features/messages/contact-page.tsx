import { useQuery } from '@tanstack/react-query'
import { Clock, type LucideIcon, Mail, MapPin, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { shopQueries } from '@/api/shop-queries'
import { PageMeta, useShopName } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { ContactForm } from './contact-form'
import { ShopMap } from './shop-map'

export const TITLE = 'Contact'

const COLUMN = 'contents lg:flex lg:flex-col lg:gap-10'
/** The whole row is the target. */
const LINK = 'link-cover break-all hover:text-lotus hover:underline'

function Detail({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-4 py-3">
      <span className="inline-flex size-11 flex-none items-center justify-center rounded-full bg-blush text-lotus">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <p className="text-sm text-cocoa">{label}</p>
        <div className="font-semibold">{children}</div>
      </div>
    </li>
  )
}

function StoreDetails() {
  const { data: shop } = useQuery(shopQueries.info())
  const wait = <Skeleton className="mt-1 h-5 w-44" />
  return (
    <section aria-labelledby="store-details" className="order-1">
      <h2 id="store-details" className="font-display text-heading">
        Store Details
      </h2>
      <ul className="mt-3 divide-y divide-line">
        <Detail icon={Phone} label="Phone">
          {shop ? (
            <a href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`} className={LINK}>
              {shop.phone}
            </a>
          ) : (
            wait
          )}
        </Detail>
        <Detail icon={Mail} label="Email">
          {shop ? (
            <a href={`mailto:${shop.email}`} className={LINK}>
              {shop.email}
            </a>
          ) : (
            wait
          )}
        </Detail>
        <Detail icon={MapPin} label="Address">
          {shop ? shop.address : wait}
        </Detail>
        <Detail icon={Clock} label="Opening hours">
          {shop ? shop.openingHours : wait}
        </Detail>
        <Detail icon={Truck} label="Delivery">
          Island-wide delivery
        </Detail>
      </ul>
    </section>
  )
}

function AboutUs() {
  const shopName = useShopName()
  return (
    <div className="order-4 rounded-card bg-mist p-6 sm:p-8">
      <h2 className="font-display text-heading text-lagoon">About Us</h2>
      <div className="flex mt-3 max-w-prose flex-col gap-3">
        <p>
          {shopName} is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and
          scent made on the island.
        </p>
        <p>
          Whatever you order is packed by people who use it themselves, and brought to every doorstep from
          Point Pedro to Dondra Head.
        </p>
      </div>
    </div>
  )
}

export function ContactPage() {
  const { data: shop } = useQuery(shopQueries.info())
  return (
    <Page title="Contact" intro="Call, write or drop in. A person answers.">
      <PageMeta
        title={TITLE}
        description={`Call, write or visit us. Island-wide delivery.${shop ? ` Open ${shop.openingHours}.` : ''}`}
        canonical="/contact"
      />
      {/* One column on phones, in the order of use; two of their own heights on wide screens. */}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-2 lg:items-start lg:gap-x-14">
        <div className={COLUMN}>
          <StoreDetails />
          <ShopMap address={shop?.address} className="order-3" />
        </div>
        <div className={COLUMN}>
          <section
            aria-labelledby="get-in-touch"
            className="order-2 rounded-card bg-white p-5 shadow-card sm:p-8"
          >
            <h2 id="get-in-touch" className="mb-5 font-display text-heading">
              Get in Touch
            </h2>
            <ContactForm />
          </section>
          <AboutUs />
        </div>
      </div>
    </Page>
  )
}
