import { SecondFactor } from './second-factor'
import { SessionList } from './session-list'

/** Second factor (of staff) and sessions, on the page of one's own account. */
export function SecuritySection({ isStaff }: { isStaff: boolean }) {
  return (
    <div className="mt-6 grid gap-6 lg:mt-10 lg:gap-10">
      {isStaff && <SecondFactor />}
      <section aria-labelledby="sessions" className="rounded-card border border-line bg-white p-5 sm:p-8">
        <h2 id="sessions" className="font-display text-2xl">
          Where you are signed in
        </h2>
        <p className="mt-2 mb-4 max-w-prose text-cocoa">
          If you do not know one of these, sign it out and set a new password.
        </p>
        <SessionList />
      </section>
    </div>
  )
}
