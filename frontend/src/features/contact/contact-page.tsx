import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ContactPage() {
  return (
    <Page title="Contact">
      <PageMeta
        title="Contact"
        description="Call, write or visit us. Island-wide delivery, open Monday to Friday, 9 AM to 6 PM."
        canonical="/contact"
      />
    </Page>
  )
}
