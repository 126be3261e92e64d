import { Panel } from '@/ui/panel'
import { SecondFactor } from './second-factor'
import { SessionList } from './session-list'

/** Second factor (of staff) and sessions, on the page of one's own account. */
export function SecuritySection({ isStaff }: { isStaff: boolean }) {
  return (
    <div className="mt-6 grid gap-6 lg:mt-10 lg:gap-10">
      {isStaff && <SecondFactor />}
      <Panel
        title="Where you are signed in"
        headingClass="text-2xl"
        className="sm:p-8"
        intro="If you do not know one of these, sign it out and set a new password."
      >
        <SessionList />
      </Panel>
    </div>
  )
}
