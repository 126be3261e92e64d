import { SecondFactor } from '@/features/security/second-factor'
import { AdminPage } from '@/ui/admin/admin-page'

/** In place of any page while the shop requires a second factor that the account does not have. */
export function EnrolPage({ onEnrolled }: { onEnrolled: () => void }) {
  return (
    <AdminPage title="Set up your second factor" help={false}>
      <p className="mb-6 max-w-prose text-cocoa">
        The owner of this shop asks for a second factor at your role. It takes two minutes and an app on your
        phone, such as Google Authenticator, Aegis or 1Password. Then the back-office opens again.
      </p>
      <div className="max-w-3xl">
        <SecondFactor onEnabled={onEnrolled} />
      </div>
    </AdminPage>
  )
}
