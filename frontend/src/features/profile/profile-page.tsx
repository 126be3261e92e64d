import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ProfilePage() {
  return (
    <Page title="Your profile">
      <PageMeta title="Your profile" />
    </Page>
  )
}
