import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function RegisterPage() {
  return (
    <Page title="Create Account">
      <PageMeta title="Create Account" />
    </Page>
  )
}
