import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function LoginPage() {
  return (
    <Page title="Welcome Back">
      <PageMeta title="Login" />
    </Page>
  )
}
