import { Clock, type LucideIcon, Mail, MapPin, Phone, Truck } from 'lucide-react'
import { useContent } from '@/api/content'
import type { Content, ContentLink as OwnLink } from '@/api/types'
import { shopYear } from '@/lib/date'
import { useHydrated } from '@/lib/use-hydrated'
import { ContentLink } from '@/ui/content-link'
import { ShopLogo } from '@/ui/shop-logo'
import { Skeleton } from '@/ui/skeleton'

const LINK = 'inline-flex min-h-11 items-center hover:text-white hover:underline'

/** A detail of the shop; nothing without a text. */
function Row({ icon: Icon, text, href }: { icon: LucideIcon; text: string; href?: string }) {
  return (
    text && (
      <li className="flex min-h-11 items-center gap-3">
        <Icon aria-hidden size={18} className="flex-none text-sand" />
        <span className="min-w-0 wrap-anywhere">
          {href ? (
            <a href={href} className={LINK}>
              {text}
            </a>
          ) : (
            text
          )}
        </span>
      </li>
    )
  )
}

function ContactDetails({ identity, delivery }: { identity: Content['identity']; delivery: string }) {
  const { phone, email, address, openingHours } = identity
  return (
    <ul>
      <Row icon={Phone} text={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`} />
      <Row icon={Mail} text={email} href={`mailto:${email}`} />
      <Row icon={MapPin} text={address} />
      <Row icon={Clock} text={openingHours} />
      <Row icon={Truck} text={delivery} />
    </ul>
  )
}

/** The owner's links, then the published pages that are not among them. */
function quickLinks({ footer, pages }: Content): OwnLink[] {
  const own = footer.links
  const others = pages.map(({ slug, title }) => ({ label: title, to: `/pages/${slug}` }))
  return [...own, ...others.filter(({ to }) => own.every((link) => link.to !== to))]
}

function SocialLinks({ links }: { links: readonly OwnLink[] }) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Social media" className="mt-4 flex flex-wrap gap-x-6">
      {links.map(({ label, to }) => (
        <li key={to}>
          <ContentLink to={to} className={`${LINK} text-white`}>
            {label}
          </ContentLink>
        </li>
      ))}
    </ul>
  )
}

function About({ identity, footer }: Content) {
  return (
    <section aria-labelledby="about-us" className="sm:col-span-2 lg:col-span-1">
      <p className="mb-5 flex items-center gap-2 font-display text-2xl text-white">
        <ShopLogo onDark className="size-8 text-blush" />
        {identity.name}
      </p>
      {footer.about && (
        <>
          <h2 id="about-us" className="mb-2 font-semibold text-white">
            {footer.aboutHeading}
          </h2>
          <p className="max-w-md">{footer.about}</p>
        </>
      )}
      <SocialLinks links={identity.social} />
    </section>
  )
}

/** The current year; empty on the server, which renders without a clock. */
function Copyright({ name, rights }: { name: string; rights: string }) {
  const hydrated = useHydrated()
  return (
    <p>
      © <span className="inline-block min-w-[4ch] tabular-nums">{hydrated ? shopYear(Date.now()) : ''}</span>{' '}
      {name}. {rights}
    </p>
  )
}

function Credit({ credit }: { credit: NonNullable<Content['footer']['credit']> }) {
  return (
    <p>
      {credit.text}{' '}
      <ContentLink to={credit.link.to} className={`${LINK} text-white underline`}>
        {credit.link.label}
      </ContentLink>
    </p>
  )
}

export function ShopFooter() {
  const content = useContent()
  if (content === undefined) {
    return (
      <footer className="mt-auto bg-ink">
        <div className="container-page py-12 lg:py-16">
          <Skeleton className="h-40 opacity-30" />
        </div>
      </footer>
    )
  }
  const { identity, footer } = content
  return (
    <footer className="mt-auto bg-ink text-sand">
      <div className="container-page grid grid-cols-1 gap-x-12 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1.4fr] lg:py-16">
        <About {...content} />
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="mb-1 font-semibold text-white">
            {footer.linksHeading}
          </h2>
          <ul>
            {quickLinks(content).map(({ to, label }) => (
              <li key={`${to} ${label}`}>
                <ContentLink to={to} className={LINK}>
                  {label}
                </ContentLink>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="mb-1 font-semibold text-white">
            {footer.contactHeading}
          </h2>
          <ContactDetails identity={identity} delivery={footer.delivery} />
        </section>
      </div>
      <div className="border-t border-white/15">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-sm">
          <Copyright name={identity.name} rights={footer.rights} />
          {footer.credit !== null && <Credit credit={footer.credit} />}
        </div>
      </div>
    </footer>
  )
}
