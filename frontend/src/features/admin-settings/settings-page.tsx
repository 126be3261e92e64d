import {
  ArchiveRestore,
  CreditCard,
  type LucideIcon,
  Mail,
  Percent,
  ReceiptText,
  ShieldCheck,
  Truck,
} from 'lucide-react'
import type { ComponentType, ReactElement } from 'react'
import { Link } from 'react-router'
import { type Permission, useMay } from '@/api/staff'
import { AdminPage } from '@/ui/admin/admin-page'
import { MailWarning } from '@/ui/admin/mail-warning'
import { BackupSettings } from './backup-settings'
import { DeliverySettings } from './delivery-settings'
import { MailSettings } from './mail-settings'
import { OrderSettings } from './order-settings'
import { PaymentSettings } from './payment-settings'
import { SecuritySettings } from './security-settings'
import { TaxSettings } from './tax-settings'

const TITLE = 'Settings'

type SectionPage = {
  section: string
  title: string
  heading: string
  about: string
  icon: LucideIcon
  Form: ComponentType
}

const SECTIONS: readonly SectionPage[] = [
  {
    section: 'delivery',
    title: 'Delivery',
    heading: 'Delivery settings',
    about:
      'Methods, zones and their rates, couriers, holidays and the time until which orders leave on the same day.',
    icon: Truck,
    Form: DeliverySettings,
  },
  {
    section: 'payments',
    title: 'Payments',
    heading: 'Payment settings',
    about: 'Cash on delivery, bank transfer and cards: limits, districts, fees and your bank account.',
    icon: CreditCard,
    Form: PaymentSettings,
  },
  {
    section: 'orders',
    title: 'Orders',
    heading: 'Order settings',
    about: 'Time to pay, and returns.',
    icon: ReceiptText,
    Form: OrderSettings,
  },
  {
    section: 'tax',
    title: 'Tax',
    heading: 'Tax settings',
    about: 'VAT, its rates, and the forms of tax invoices.',
    icon: Percent,
    Form: TaxSettings,
  },
  {
    section: 'mails',
    title: 'Mails',
    heading: 'Mail settings',
    about: 'Which mails customers get about their orders.',
    icon: Mail,
    Form: MailSettings,
  },
  {
    section: 'security',
    title: 'Security',
    heading: 'Security settings',
    about: 'Who of your staff needs a second factor to sign in.',
    icon: ShieldCheck,
    Form: SecuritySettings,
  },
  {
    section: 'backups',
    title: 'Backups',
    heading: 'Backups',
    about: 'Copies of the whole shop, made every night, from which it can be restored.',
    icon: ArchiveRestore,
    Form: BackupSettings,
  },
]

/** The permission for each section. */
const NEEDS: Readonly<Record<string, Permission>> = { delivery: 'manageDelivery', security: 'manageSecurity' }

/** The sections that one's role may change. */
function useSections(): readonly SectionPage[] {
  const may = useMay()
  return SECTIONS.filter(({ section }) => may(NEEDS[section] ?? 'manageSettings'))
}

const TAB =
  'flex min-h-11 items-center rounded-full px-4 font-medium hover:bg-sand aria-[current=page]:bg-blush aria-[current=page]:text-lotus-deep'

/** Links between the sections. */
function Tabs({ present }: { present: string }) {
  return (
    <nav aria-label={TITLE} className="mb-6">
      <ul className="flex flex-wrap gap-1">
        {useSections().map(({ section, title }) => (
          <li key={section}>
            <Link
              to={`/admin/settings/${section}`}
              className={TAB}
              aria-current={section === present ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Overview() {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {useSections().map(({ section, title, about, icon: Icon }) => (
        <li key={section}>
          <Link
            to={`/admin/settings/${section}`}
            className="flex h-full gap-4 rounded-card border border-line bg-white p-5 transition-shadow hover:shadow-card sm:p-6"
          >
            <Icon aria-hidden size={24} strokeWidth={1.5} className="mt-1 flex-none text-lotus" />
            <span>
              <span className="block font-display text-xl">{title}</span>
              <span className="mt-1 block text-cocoa">{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SettingsPage() {
  return (
    <AdminPage title={TITLE} about="The rules of the shop. Changes count for new orders at once.">
      <MailWarning className="mb-6" />
      <Overview />
    </AdminPage>
  )
}

function SettingsSection({ section, heading, about, Form }: SectionPage) {
  return (
    <AdminPage title={heading} about={about}>
      <Tabs present={section} />
      {section === 'mails' && <MailWarning className="mb-6" />}
      <Form />
    </AdminPage>
  )
}

/** The list of sections and the sections, each with its path below /admin and its title. */
export const SETTINGS_PAGES: readonly { path: string; title: string; page: ReactElement }[] = [
  { path: 'settings', title: TITLE, page: <SettingsPage /> },
  ...SECTIONS.map((one) => ({
    path: `settings/${one.section}`,
    title: one.heading,
    page: <SettingsSection key={one.section} {...one} />,
  })),
]
