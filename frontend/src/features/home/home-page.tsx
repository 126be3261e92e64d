import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function HomePage() {
  return (
    <Page title="Beauty that grows here">
      <PageMeta
        description="Skincare, colour and perfume from Sri Lanka, delivered island-wide."
        canonical="/"
      />
    </Page>
  )
}
