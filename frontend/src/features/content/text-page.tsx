import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { PublishedPage } from '@/api/types'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { RichText } from '@/ui/rich-text'
import { Container, Page } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { pageQuery } from './queries'

/** The title until the page's own is known. */
export const TITLE = 'Page'

function Text({ page: { slug, title, description, body } }: { page: PublishedPage }) {
  return (
    <Page title={title}>
      <PageMeta title={title} description={description} canonical={`/pages/${slug}`} />
      <div className="flex max-w-prose flex-col gap-4 text-lg leading-relaxed">
        <RichText doc={body} />
      </div>
    </Page>
  )
}

/** A page of text that the owner wrote; `Missing` is shown where none is published. */
export function TextPage({ Missing }: { Missing: ComponentType }) {
  const { slug = '' } = useParams()
  const query = useQuery(pageQuery(slug))
  const { data } = query
  if (data === null) return <Missing />
  if (data !== undefined) return <Text page={data} />
  return (
    <Container className="pt-8 pb-section sm:pt-12">
      <PageMeta title={TITLE} />
      <Loaded
        query={query}
        message="The page could not be loaded."
        skeleton={
          <>
            <Skeleton className="mb-6 h-12 w-60" />
            <Skeleton className="h-96 w-full max-w-prose" />
          </>
        }
      />
    </Container>
  )
}
