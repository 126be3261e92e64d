import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ResetPasswordPage() {
  return (
    <Page title="Set a new password">
      <PageMeta title="Set a new password" />
    </Page>
  )
}
