import { Clock, type LucideIcon, Mail, MapPin, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Content } from '@/api/types'
import { PageMeta } from '@/ui/page-meta'
import { RichText } from '@/ui/rich-text'
import { Page } from '@/ui/section'
import { WithContent } from '@/ui/with-content'
import { ContactForm } from './contact-form'
import { ShopMap } from './shop-map'

/** The title until the page's own is known. */
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

function StoreDetails({ identity, contact }: Content) {
  const { phone, email, address, openingHours } = identity
  return (
    <section aria-labelledby="store-details" className="order-1">
      <h2 id="store-details" className="font-display text-heading">
        {contact.detailsHeading}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {phone !== '' && (
          <Detail icon={Phone} label="Phone">
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={LINK}>
              {phone}
            </a>
          </Detail>
        )}
        <Detail icon={Mail} label="Email">
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        </Detail>
        {address !== '' && (
          <Detail icon={MapPin} label="Address">
            {address}
          </Detail>
        )}
        {openingHours !== '' && (
          <Detail icon={Clock} label="Opening hours">
            {openingHours}
          </Detail>
        )}
        {contact.delivery !== '' && (
          <Detail icon={Truck} label="Delivery">
            {contact.delivery}
          </Detail>
        )}
      </ul>
    </section>
  )
}

function About({ contact }: Content) {
  return (
    <div className="order-4 rounded-card bg-mist p-6 sm:p-8">
      <h2 className="font-display text-heading text-lagoon">{contact.aboutHeading}</h2>
      <div className="flex mt-3 max-w-prose flex-col gap-3">
        <RichText doc={contact.about} />
      </div>
    </div>
  )
}

function Contact({ content }: { content: Content }) {
  const { identity, contact } = content
  const open = identity.openingHours === '' ? '' : ` Open ${identity.openingHours}.`
  const isPlaced = identity.address !== '' || identity.mapPoint !== null
  return (
    <Page title={contact.title} intro={contact.intro || undefined}>
      <PageMeta
        title={contact.title}
        description={(contact.description + open).trim()}
        canonical="/contact"
      />
      {/* One column on phones, in the order of use; two of their own heights on wide screens. */}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-2 lg:items-start lg:gap-x-14">
        <div className={COLUMN}>
          <StoreDetails {...content} />
          {isPlaced && <ShopMap address={identity.address} point={identity.mapPoint} className="order-3" />}
        </div>
        <div className={COLUMN}>
          <section
            aria-labelledby="get-in-touch"
            className="order-2 rounded-card bg-white p-5 shadow-card sm:p-8"
          >
            <h2 id="get-in-touch" className="mb-5 font-display text-heading">
              {contact.formHeading}
            </h2>
            <ContactForm />
          </section>
          {Boolean(contact.about.content?.length) && <About {...content} />}
        </div>
      </div>
    </Page>
  )
}

export function ContactPage() {
  return <WithContent>{(content) => <Contact content={content} />}</WithContent>
}
