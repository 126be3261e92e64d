import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ForgotPasswordPage() {
  return (
    <Page title="Forgot password?">
      <PageMeta title="Forgot password?" />
    </Page>
  )
}
