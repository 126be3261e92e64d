import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type SessionUser, useSession } from '@/api/session'
import { meQuery } from '@/api/staff'
import { AddressBook } from '@/features/addresses/address-book'
import { RequireSession } from '@/features/auth/require-session'
import { Button } from '@/ui/button'
import { Avatar } from '@/ui/image'
import { lazyPart } from '@/ui/lazy-part'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { ProfileForm } from './profile-form'
import { VerifyNotice } from './verify-notice'

export const TITLE = 'Your profile'

const SecuritySection = lazyPart(
  async () => (await import('@/features/security/security-section')).SecuritySection,
)

type Person = Pick<SessionUser, 'email' | 'firstName' | 'lastName' | 'profilePicture'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The server's answer; until it arrives, the user in the navigation state or in the token. */
function usePerson(): Person {
  const { user } = useSession()
  const { data } = useQuery(meQuery())
  const state = (useLocation().state as { user?: Partial<Record<keyof Person, unknown>> } | null)?.user
  // A navigation state in the history may belong to a former account.
  const given = state?.email === user?.email ? state : undefined
  const known = data ?? user ?? given
  return {
    email: text(known?.email),
    firstName: text(known?.firstName),
    lastName: text(known?.lastName),
    profilePicture: text(known?.profilePicture),
  }
}

function PersonPanel({ person }: { person: Person }) {
  const rows = [
    ['Email', person.email],
    ['First Name', person.firstName],
    ['Last Name', person.lastName],
  ] as const
  return (
    <section
      aria-label="Your details"
      className="flex flex-col items-center gap-5 rounded-card bg-shell p-6 text-center sm:p-8"
    >
      <Avatar src={person.profilePicture} alt="Your profile picture" className="size-32 sm:size-40" />
      <dl className="flex w-full flex-col gap-4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-cocoa">{label}</dt>
            <dd className="font-semibold break-words">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Profile() {
  const person = usePerson()
  const { data } = useQuery(meQuery())
  const { isAdmin } = useSession()
  return (
    <>
      {data?.emailVerified === false && <VerifyNotice email={data.email} />}
      <div className="grid items-start gap-6 md:grid-cols-[18rem_1fr] lg:grid-cols-[22rem_1fr] lg:gap-10">
        <PersonPanel person={person} />
        <ProfileForm key={person.email} person={person} />
      </div>
      <AddressBook
        key={`addresses of ${person.email}`}
        owner={person.email}
        name={`${person.firstName} ${person.lastName}`.trim()}
      />
      <Suspense fallback={null}>
        <SecuritySection key={`security of ${person.email}`} isStaff={isAdmin} />
      </Suspense>
    </>
  )
}

export function ProfilePage() {
  const navigate = useNavigate()
  const { key } = useLocation()
  // Nothing of the shop is before the first entry of a document.
  const isFirst = () => key === 'default' || window.history.state?.idx === 0
  const back = () => void (isFirst() ? navigate('/') : navigate(-1))
  return (
    <RequireSession>
      <Page
        title="Your profile"
        action={
          <Button variant="secondary" size="sm" onClick={back}>
            <ArrowLeft aria-hidden size={18} />
            Back
          </Button>
        }
      >
        <PageMeta title={TITLE} />
        <Profile />
      </Page>
    </RequireSession>
  )
}
