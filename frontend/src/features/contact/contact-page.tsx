import { useQuery } from '@tanstack/react-query'
import { Clock, type LucideIcon, Mail, MapPin, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageMeta, useShopName } from '@/app/page-meta'
import { shopQueries } from '@/features/shop/queries'
import { Page } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { ContactForm } from './contact-form'
import { ShopMap } from './shop-map'

const LINK = 'inline-flex min-h-11 items-center font-semibold break-all hover:text-lotus hover:underline'

function Detail({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 py-3">
      <span className="inline-flex size-11 flex-none items-center justify-center rounded-full bg-blush text-lotus">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <dt className="text-sm text-cocoa">{label}</dt>
        <dd className="font-semibold">{children}</dd>
      </div>
    </div>
  )
}

function StoreDetails() {
  const { data: shop } = useQuery(shopQueries.info())
  const wait = <Skeleton className="my-3 h-5 w-44" />
  return (
    <section aria-labelledby="store-details">
      <h2 id="store-details" className="font-display text-heading">
        Store Details
      </h2>
      <dl className="mt-3 divide-y divide-line">
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
          {shop?.openingHours ?? 'Monday to Friday, 9 AM to 6 PM'}
        </Detail>
        <Detail icon={Truck} label="Delivery">
          Island-wide delivery
        </Detail>
      </dl>
    </section>
  )
}

function AboutUs() {
  const shopName = useShopName()
  return (
    <section
      aria-labelledby="about-the-shop"
      className="mt-section grid gap-4 rounded-card bg-mist p-6 sm:p-10 lg:grid-cols-[1fr_2fr] lg:gap-12"
    >
      <h2 id="about-the-shop" className="font-display text-heading text-lagoon">
        About Us
      </h2>
      <div className="flex max-w-prose flex-col gap-3 text-lg">
        <p>
          {shopName} is a Sri Lankan house of cosmetics and perfumes, named after the temple flower that
          scents our evenings. We choose honest skincare, colour and scent made on the island.
        </p>
        <p>
          Whatever you order is packed by people who use it themselves, and brought to every doorstep from
          Point Pedro to Dondra Head.
        </p>
      </div>
    </section>
  )
}

export function ContactPage() {
  const { data: shop } = useQuery(shopQueries.info())
  return (
    <Page title="Contact" intro="Call, write or drop in. A person answers.">
      <PageMeta
        title="Contact"
        description="Call, write or visit us. Island-wide delivery, open Monday to Friday, 9 AM to 6 PM."
        canonical="/contact"
      />
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-x-14">
        <StoreDetails />
        <section
          aria-labelledby="get-in-touch"
          className="rounded-card bg-white p-5 shadow-card sm:p-8 lg:row-span-2 lg:self-start"
        >
          <h2 id="get-in-touch" className="mb-5 font-display text-heading">
            Get in Touch
          </h2>
          <ContactForm />
        </section>
        <ShopMap address={shop?.address} />
      </div>
      <AboutUs />
    </Page>
  )
}
